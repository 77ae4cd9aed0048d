import { certificates, checkSchedule, type Database } from '@notafter/db';
import { addMs, CHECK_LEASE_MS } from '@notafter/domain';
import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { loadAnchors } from '../../anchors/internal/probe-anchors.ts';
import { instantArray, plainArray } from '../../internal/sql-arrays.ts';
import { type CheckedEndpoint, endpointStateColumns, scheduleStateColumns } from './endpoint-state.ts';
import type { ProbeItem } from './probe-window.ts';

export interface ClaimedEndpoint extends CheckedEndpoint, ProbeItem {
  /** From this instant another worker may claim it. */
  readonly leaseEndsAt: Date;
}

interface ClaimRequest {
  readonly shard: number;
  readonly now: Date;
  readonly limit: number;
}

/**
 * Claims up to `limit` endpoints of a shard that are due at `now`, longest due first, and moves them one lease ahead: no other
 * worker takes them in the meantime, and if this worker dies they become due again.
 */
export const claimDue = async (db: Database, { shard, now, limit }: ClaimRequest): Promise<ClaimedEndpoint[]> => {
  const leaseEndsAt = addMs(now, CHECK_LEASE_MS);
  const due = db.$with('due').as(
    db
      .select({ dueId: checkSchedule.certificateId })
      .from(checkSchedule)
      .where(and(eq(checkSchedule.shard, shard), lte(checkSchedule.nextCheckAt, now)))
      .orderBy(asc(checkSchedule.nextCheckAt))
      .limit(limit)
      .for('update', { skipLocked: true }),
  );
  const claimed = db.$with('claimed').as(
    db
      .update(checkSchedule)
      .set({ nextCheckAt: leaseEndsAt })
      .from(due)
      .where(eq(checkSchedule.certificateId, due.dueId))
      .returning({ certificateId: checkSchedule.certificateId, ...scheduleStateColumns }),
  );
  const rows = await db
    .with(due, claimed)
    .select({
      ...endpointStateColumns,
      fails: claimed.fails,
      lastCheckedAt: claimed.lastCheckedAt,
      lastRecordedAt: claimed.lastRecordedAt,
      addressSet: claimed.addressSet,
      addressesAt: claimed.addressesAt,
      anchorsDigest: claimed.anchorsDigest,
    })
    .from(claimed)
    .innerJoin(certificates, eq(certificates.id, claimed.certificateId));
  const anchors = await loadAnchors(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, leaseEndsAt, probeAnchors: anchors.of(row.id) }));
};

/** Releases claimed, unchecked endpoints: due immediately, unless their lease expired or another worker checked them. */
export const releaseClaims = async (db: Database, claimed: readonly ClaimedEndpoint[], now: Date): Promise<void> => {
  if (claimed.length === 0) return;
  await db.execute(sql`
    update check_schedule as schedule
    set next_check_at = ${now.toISOString()}::timestamptz
    from unnest(
      ${plainArray(claimed.map(({ id }) => id))}::uuid[],
      ${instantArray(claimed.map(({ leaseEndsAt }) => leaseEndsAt))}::timestamptz[]
    ) as given_back (id, lease_ends_at)
    where schedule.certificate_id = given_back.id and schedule.next_check_at = given_back.lease_ends_at`);
};
