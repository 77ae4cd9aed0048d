import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '@notafter/domain';
import { useCase } from '../../use-case.ts';
import { createPacing } from '../checks/internal/pacing.ts';
import { type Claim, claimQuestion, openLease, releaseLease } from './internal/renewal-info-claims.ts';
import { storeRenewalInfo } from './internal/store-renewal-info.ts';

/** Below the job's expiry; the next tick continues. */
const BUDGET_MS = 10 * MINUTE_MS;
/** At most five questions a second, one after the other: a CA answers about millions of certificates. */
const PACE_MS = 200;

interface Pace {
  readonly signal?: AbortSignal;
  readonly paceMs?: number;
}

/**
 * Job: asks one CA about its certificates that are due, one at a time, until none is left, the CA has to be left alone, or the
 * budget is used up. Returns how many were asked. After a crash, lease and claim fall due by themselves.
 */
export const askRenewalInfos = useCase({
  name: 'certificates/ask-renewal-infos',
  access: 'system',
})(async (ctx, { directory }: { readonly directory: string }, { signal, paceMs = PACE_MS }: Pace = {}): Promise<number> => {
  let lease = await openLease(ctx, directory);
  const budget = createPacing(BUDGET_MS);
  const pacing = createPacing(paceMs);
  const isStopped = (): boolean => signal?.aborted === true;
  let asked = 0;
  while (lease !== null && !budget.due && !isStopped()) {
    const claim: Claim = await claimQuestion(ctx, directory, lease);
    lease = claim.lease;
    if (claim.question === null) break;
    if (asked > 0) await sleep(pacing.leftMs);
    pacing.begin();
    const answer = await ctx.gateways.renewalInfo.ask(directory, claim.question.pem, signal);
    // Cut off: the claim brings it back.
    if (isStopped()) break;
    asked += 1;
    const { isPaused } = await storeRenewalInfo(ctx, { directory, ...claim.question, answer });
    if (isPaused) break;
  }
  if (lease !== null) await releaseLease(ctx, directory, lease);
  if (asked > 0) ctx.log.debug({ directory, asked }, 'asked for renewal information');
  return asked;
});
