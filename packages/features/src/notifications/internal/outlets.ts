import { type Database, deliveries, deliveryOutlets, type Executor, type Transaction } from '@notafter/db';
import { addMs, type DeliveryChannel, MINUTE_MS, type OrganizationId, SHARDS } from '@notafter/domain';
import { and, asc, eq, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';

/** Longer than any one message is waited for; renewed with each. */
export const OUTLET_LEASE_MS = MINUTE_MS;

/** An outlet that one worker holds; `claim` is what it proves that with. */
export interface ClaimedOutlet {
  readonly orgId: OrganizationId;
  readonly channel: DeliveryChannel;
  readonly claim: number;
}

const { orgId, channel, claim, dueAt, pausedUntil } = deliveryOutlets;

const shardOfOutlet = sql`get_byte(uuid_send(${orgId}), 15) % ${sql.raw(String(SHARDS))}`;

/** Due, and neither held by a worker nor asked to wait by its receiver. A new delivery lowers `due_at` alone. */
const isDue = (now: Date): SQL | undefined => and(lte(dueAt, now), or(isNull(pausedUntil), lte(pausedUntil, now)));

export const isOutlet = (outlet: Pick<ClaimedOutlet, 'orgId' | 'channel'>): SQL | undefined =>
  and(eq(orgId, outlet.orgId), eq(channel, outlet.channel));

/** What an outlet has still to send or to find out about. Tests are sent while a person waits, never from here. */
export const isWaitingAt = (outlet: Pick<ClaimedOutlet, 'orgId' | 'channel'>): SQL | undefined =>
  and(
    eq(deliveries.orgId, outlet.orgId),
    eq(deliveries.channel, outlet.channel),
    inArray(deliveries.state, ['pending', 'sending']),
    ne(deliveries.kind, 'test'),
  );

export const listDueShards = async (db: Database, now: Date): Promise<number[]> => {
  const rows = await db
    .selectDistinct({ shard: sql<number>`${shardOfOutlet}` })
    .from(deliveryOutlets)
    .where(isDue(now));
  return rows.map(({ shard }) => shard);
};

interface ClaimRequest {
  readonly shard: number;
  readonly now: Date;
  readonly limit: number;
}

/** Takes up to `limit` due outlets of a shard, longest due first, for one lease: should this worker die, they fall due again. */
export const claimDueOutlets = async (db: Database, { shard, now, limit }: ClaimRequest): Promise<ClaimedOutlet[]> => {
  const leaseEndsAt = addMs(now, OUTLET_LEASE_MS);
  const due = db.$with('due').as(
    db
      .select({ dueOrgId: sql`${orgId}`.as('due_org_id'), dueChannel: sql`${channel}`.as('due_channel') })
      .from(deliveryOutlets)
      .where(and(isDue(now), sql`${shardOfOutlet} = ${shard}`))
      .orderBy(asc(dueAt))
      .limit(limit)
      .for('update', { skipLocked: true }),
  );
  return db
    .with(due)
    .update(deliveryOutlets)
    .set({ dueAt: leaseEndsAt, pausedUntil: leaseEndsAt, claim: sql`${claim} + 1` })
    .from(due)
    .where(and(eq(orgId, due.dueOrgId), eq(channel, due.dueChannel)))
    .returning({ orgId, channel, claim });
};

/** Locks the outlet until the transaction ends; false where its lease ran out and somebody else has it now. */
export const holdOutlet = async (tx: Transaction, outlet: ClaimedOutlet): Promise<boolean> => {
  const rows = await tx
    .select({ claim })
    .from(deliveryOutlets)
    .where(and(isOutlet(outlet), eq(claim, outlet.claim)))
    .for('update');
  return rows.length > 0;
};

/** One more lease for who holds it. */
export const renewLease = async (tx: Transaction, outlet: ClaimedOutlet, now: Date): Promise<void> => {
  const leaseEndsAt = addMs(now, OUTLET_LEASE_MS);
  await tx.update(deliveryOutlets).set({ dueAt: leaseEndsAt, pausedUntil: leaseEndsAt }).where(isOutlet(outlet));
};

/**
 * Gives the outlet back, due when its next delivery is but not before `until`. The caller holds its lock: a delivery that is
 * added meanwhile waits for it, and lowers `due_at` again afterwards.
 */
export const releaseOutlet = async (tx: Transaction, outlet: ClaimedOutlet, until: Date): Promise<void> => {
  const next = tx
    .select({ next: sql`min(${deliveries.dueAt})` })
    .from(deliveries)
    .where(isWaitingAt(outlet));
  await tx
    .update(deliveryOutlets)
    .set({ pausedUntil: until, dueAt: sql`greatest(coalesce((${next}), 'infinity'), ${sql.param(until, dueAt)})` })
    .where(isOutlet(outlet));
};

/** An outlet has something to do at `at`, or has already sooner. */
export const wakeOutlet = async (db: Executor, outlet: Pick<ClaimedOutlet, 'orgId' | 'channel'>, at: Date): Promise<void> => {
  await db
    .insert(deliveryOutlets)
    .values({ orgId: outlet.orgId, channel: outlet.channel, dueAt: at })
    .onConflictDoUpdate({ target: [orgId, channel], set: { dueAt: sql`least(${dueAt}, excluded.due_at)` } });
};
