import { certificates, checkSchedule, type Database } from '@notafter/db';
import { addMs, CHECK_LEASE_MS } from '@notafter/domain';
import { and, asc, eq, lte } from 'drizzle-orm';
import { type CheckedEndpoint, endpointStateColumns } from './endpoint-state.ts';

interface ClaimRequest {
  readonly shard: number;
  readonly now: Date;
  readonly limit: number;
}

/**
 * Takes up to `limit` endpoints of a shard that are due at `now`, longest due first, and moves them one lease ahead: nobody
 * else takes them meanwhile, and should this worker die they fall due again by themselves.
 */
export const claimDue = (db: Database, { shard, now, limit }: ClaimRequest): Promise<CheckedEndpoint[]> => {
  const due = db.$with('due').as(
    db
      .select({ certificateId: checkSchedule.certificateId })
      .from(checkSchedule)
      .where(and(eq(checkSchedule.shard, shard), lte(checkSchedule.nextCheckAt, now)))
      .orderBy(asc(checkSchedule.nextCheckAt))
      .limit(limit)
      .for('update', { skipLocked: true }),
  );
  const claimed = db.$with('claimed').as(
    db
      .update(checkSchedule)
      .set({ nextCheckAt: addMs(now, CHECK_LEASE_MS) })
      .from(due)
      .where(eq(checkSchedule.certificateId, due.certificateId))
      .returning({
        certificateId: checkSchedule.certificateId,
        fails: checkSchedule.fails,
        lastCheckedAt: checkSchedule.lastCheckedAt,
        lastRecordedAt: checkSchedule.lastRecordedAt,
      }),
  );
  return db
    .with(due, claimed)
    .select({ ...endpointStateColumns, fails: claimed.fails, lastCheckedAt: claimed.lastCheckedAt, lastRecordedAt: claimed.lastRecordedAt })
    .from(claimed)
    .innerJoin(certificates, eq(certificates.id, claimed.certificateId));
};
