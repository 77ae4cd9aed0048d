import type { Observation } from '@notafter/domain';
import { networkOf } from '@notafter/domain';
import type { OrgContext } from '../../context.ts';
import { type ThrottleRule, throttleOf } from '../../throttling/throttle.ts';

/**
 * Runs a probe whose failure counts against its organization and network, since each one reveals how a port responds. Counts
 * before the probe runs, so that concurrent probes cannot exceed the limit; a target that serves refunds the try. Throws `rate_limited`.
 */
export const limitFailedAdds = async (ctx: OrgContext, probe: () => Promise<Observation>): Promise<Observation> => {
  const throttle = throttleOf(ctx);
  const counts: (readonly [ThrottleRule, string])[] = [
    ['failedAddFromOrganization', ctx.org.id],
    ['failedAddFromNetwork', networkOf(ctx.origin.ip)],
  ];
  const taken: typeof counts = [];
  const giveBack = async (): Promise<void> => {
    for (const [rule, subject] of taken) await throttle.refund(rule, subject);
  };
  try {
    for (const count of counts) {
      // Before the result: a refused try counts too.
      taken.push(count);
      await throttle.spend(...count);
    }
    const observation = await probe();
    if (observation.kind === 'served') await giveBack();
    return observation;
  } catch (error) {
    await giveBack();
    throw error;
  }
};
