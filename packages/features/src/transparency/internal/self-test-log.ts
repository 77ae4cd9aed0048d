import { transparencyLogs } from '@notafter/db';
import { addMs, type BrokenPromise, DAY_MS, type FollowRequest, type LogFollower } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import type { SystemContext } from '../../context.ts';
import { openOperatorAlert } from '../../notifications/outage-guard/open-operator-alert.ts';
import { withTransaction } from '../../with-transaction.ts';
import { plusBytes } from './day-budget.ts';
import { logName, logOf } from './stored-log.ts';

type Row = typeof transparencyLogs.$inferSelect;

interface SelfTestRun extends Pick<FollowRequest, 'mode' | 'signal'> {
  readonly follower: LogFollower;
  readonly day: string;
}

/**
 * Once a day, tests that a host name of new entries would be found. Resolves to the promise that the log broke if only its names tile lacks the
 * name. Any other miss is a fault of this program, which the operator gets a mail about.
 */
export const selfTestLog = async (
  ctx: SystemContext,
  { id, log, cursor, selfTest }: Row,
  { follower, mode, signal, day }: SelfTestRun,
): Promise<BrokenPromise | null> => {
  const now = ctx.clock.now();
  if (cursor === null || (selfTest !== null && new Date(selfTest.at) > addMs(now, -DAY_MS))) return null;
  const { test, omitted, bytes } = await follower.test({ log: logOf(log), cursor, mode, signal });
  await withTransaction(ctx, async (tx) => {
    const set = { ...plusBytes(day, bytes), ...(test === null ? {} : { selfTest: { ...test, at: now.toISOString() } }) };
    await tx.db.update(transparencyLogs).set(set).where(eq(transparencyLogs.id, id));
    if (test?.isFound !== false || omitted !== null) return;
    const detail = `${logName(log)}: ${test.name} of entry ${test.index} was not found by the self-test.`;
    await openOperatorAlert(tx, { kind: 'log_broken', detail });
  });
  if (test?.isFound === false) ctx.log.error({ log: log.description, test }, 'the self-test of a transparency log found nothing');
  return omitted;
};
