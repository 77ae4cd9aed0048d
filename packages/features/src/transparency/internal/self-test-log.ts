import { transparencyLogs } from '@notafter/db';
import { addMs, type BrokenPromise, DAY_MS, type FollowRequest, type LogFollower } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import type { SystemContext } from '../../context.ts';
import { openOperatorAlert } from '../../notifications/outage-guard/open-operator-alert.ts';
import { withTransaction } from '../../with-transaction.ts';
import { logOf, plusBytes } from './stored-log.ts';

/** Entries of a tile (C2SP static-ct-api). */
const TILE_WIDTH = 256;

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
  const { test, bytes } = await follower.test({ log: logOf(log), cursor, mode, signal });
  const tile = test === null ? 0 : Math.floor(test.index / TILE_WIDTH);
  const isOmitted = test?.isFound === false && log.kind === 'static' && mode === 'names';
  await withTransaction(ctx, async (tx) => {
    const set = { ...plusBytes(day, bytes), ...(test === null ? {} : { selfTest: { ...test, at: now.toISOString() } }) };
    await tx.db.update(transparencyLogs).set(set).where(eq(transparencyLogs.id, id));
    if (test?.isFound !== false || isOmitted) return;
    const detail = `${log.description} by ${log.operator}: ${test.name} of entry ${test.index} was not found by the self-test.`;
    await openOperatorAlert(tx, { kind: 'log_broken', detail });
  });
  if (test === null || test.isFound) return null;
  ctx.log.error({ log: log.description, test }, 'the self-test of a transparency log found nothing');
  const reason = `Names tile ${tile} lacks a name of its data tile: ${test.name}.`;
  return isOmitted ? { kind: 'omitted', reason, tile, names: [test.name] } : null;
};
