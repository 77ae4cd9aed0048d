import { verifyRequest } from '@notafter/bundles';
import { collectors } from '@notafter/db';
import { addMs, type CollectorId, DomainError, SECOND_MS } from '@notafter/domain';
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { storedClockOffset } from './internal/collector-rules.ts';
import { receiptFor } from './internal/receipt.ts';

/** A collector calls each minute; its row is written less often. */
const SEEN_EVERY_MS = 30 * SECOND_MS;

export interface CollectorCall {
  readonly collectorId: CollectorId;
  readonly method: string;
  readonly path: string;
  /** By the collector's clock. */
  readonly at: Date;
  readonly signature: string;
}

/**
 * Answers a collector that asks what to probe. A call that somebody recorded and repeats gets the same answer again and changes nothing
 * but when the collector was seen and what its clock says. Throws `collector_not_found` for an unknown collector and for a wrong signature alike.
 * After its key was copied, the receipt says so: neither program with the key goes on.
 */
export const answerPoll = useCase({
  name: 'collectors/answer-poll',
  access: 'anyone',
})(async (ctx, call: CollectorCall): Promise<{ receipt: string }> => {
  const { collectorId, at, signature } = call;
  const [collector] = await ctx.db.select({ publicKey: collectors.publicKey }).from(collectors).where(eq(collectors.id, collectorId));
  const publicKey = collector?.publicKey ?? null;
  if (publicKey === null || !verifyRequest({ ...call, body: new Uint8Array() }, signature, publicKey))
    throw new DomainError('collector_not_found');
  const now = ctx.clock.now();
  const clockOffsetMs = storedClockOffset(at.getTime() - now.getTime());
  await withTransaction(ctx, async ({ db }) => {
    const isOld = or(isNull(collectors.lastSeenAt), lt(collectors.lastSeenAt, addMs(now, -SEEN_EVERY_MS)));
    await db
      .update(collectors)
      .set({ lastSeenAt: now, clockOffsetMs })
      .where(and(eq(collectors.id, collectorId), isOld));
  });
  return { receipt: await receiptFor(ctx, collectorId) };
});
