import { type Database, deliveries, deliveryOutlets, type Executor, type Transaction } from '@notafter/db';
import {
  addMs,
  type DeliveryChannel,
  type EndpointChannel,
  endpointIdOf,
  isEndpointChannel,
  MINUTE_MS,
  type OrganizationId,
  type OutletChannel,
  SHARDS,
} from '@notafter/domain';
import { and, asc, eq, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';

/** Longer than any one message is waited for; renewed with each. */
export const OUTLET_LEASE_MS = MINUTE_MS;

/** An outlet that one worker holds; `claim` is what it proves that with. */
export interface ClaimedOutlet<Channel extends OutletChannel = DeliveryChannel> {
  readonly orgId: OrganizationId;
  readonly channel: Channel;
  readonly claim: number;
}

const { orgId, channel, claim, dueAt, pausedUntil } = deliveryOutlets;

const shardOfOutlet = sql`get_byte(uuid_send(${orgId}), 15) % ${sql.raw(String(SHARDS))}`;

/** Due, and neither held by a worker nor asked to wait by its receiver. A new delivery lowers `due_at` alone. */
const isDue = (now: Date): SQL | undefined => and(lte(dueAt, now), or(isNull(pausedUntil), lte(pausedUntil, now)));

type AnyOutlet = ClaimedOutlet<OutletChannel>;

export type EndpointOutlet = ClaimedOutlet<EndpointChannel>;
export const isEndpointOutlet = (outlet: AnyOutlet): outlet is EndpointOutlet => isEndpointChannel(outlet.channel);
export const isChannelOutlet = (outlet: AnyOutlet): outlet is ClaimedOutlet => !isEndpointChannel(outlet.channel);

const isOutlet = (outlet: Pick<AnyOutlet, 'orgId' | 'channel'>): SQL | undefined =>
  and(eq(orgId, outlet.orgId), eq(channel, outlet.channel));

/** What an outlet has still to send or to find out about. Tests are sent while a person waits, never from here. */
export const isWaitingAt = (outlet: Pick<AnyOutlet, 'orgId' | 'channel'>): SQL | undefined =>
  and(
    eq(deliveries.orgId, outlet.orgId),
    sql`${deliveries.channel} = ${outlet.channel}`,
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
export const claimDueOutlets = async (db: Database, { shard, now, limit }: ClaimRequest): Promise<AnyOutlet[]> => {
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
export const holdOutlet = async (tx: Transaction, outlet: AnyOutlet): Promise<boolean> => {
  const rows = await tx
    .select({ claim })
    .from(deliveryOutlets)
    .where(and(isOutlet(outlet), eq(claim, outlet.claim)))
    .for('update');
  return rows.length > 0;
};

/** One more lease for who holds it. */
export const renewLease = async (tx: Transaction, outlet: AnyOutlet, now: Date): Promise<void> => {
  const leaseEndsAt = addMs(now, OUTLET_LEASE_MS);
  await tx.update(deliveryOutlets).set({ dueAt: leaseEndsAt, pausedUntil: leaseEndsAt }).where(isOutlet(outlet));
};

const nextAtChannel = (outlet: AnyOutlet): SQL => sql`select min(${deliveries.dueAt}) from ${deliveries} where ${isWaitingAt(outlet)}`;

const nextAtEndpoint = ({ channel: name }: EndpointOutlet): SQL =>
  sql`select min(due_at) from webhook_deliveries where endpoint_id = ${endpointIdOf(name)} and state in ('pending', 'sending')`;

/**
 * Gives the outlet back, due when its next delivery is but not before `until`. The caller holds its lock: a delivery that is
 * added meanwhile waits for it, and lowers `due_at` again afterwards.
 */
export const releaseOutlet = async (tx: Transaction, outlet: AnyOutlet, until: Date): Promise<void> => {
  const next = isEndpointOutlet(outlet) ? nextAtEndpoint(outlet) : nextAtChannel(outlet);
  await tx
    .update(deliveryOutlets)
    .set({ pausedUntil: until, dueAt: sql`greatest(coalesce((${next}), 'infinity'), ${sql.param(until, dueAt)})` })
    .where(isOutlet(outlet));
};

/**
 * Events wake no outlet, so that a check never waits for who sends: this does, for every endpoint that has something due and
 * is not asked to wait.
 */
export const wakeDueEndpoints = async (db: Executor, now: Date): Promise<void> => {
  const present = sql`${now.toISOString()}::timestamptz`;
  await db.execute(sql`
    insert into delivery_outlets (org_id, channel, due_at)
    select endpoint.org_id, 'endpoint:' || endpoint.id, first.due_at
    from webhook_endpoints as endpoint
    cross join lateral (
      select due_at from webhook_deliveries
      where endpoint_id = endpoint.id and state in ('pending', 'sending') order by due_at limit 1) as first
    where first.due_at <= ${present}
    order by 1, 2
    on conflict (org_id, channel) do update set due_at = excluded.due_at
    where delivery_outlets.due_at > ${present} and (delivery_outlets.paused_until is null or delivery_outlets.paused_until <= ${present})`);
};

/** Of an endpoint that was removed. */
export const removeOutlet = async (tx: Transaction, outlet: EndpointOutlet): Promise<void> => {
  await tx.delete(deliveryOutlets).where(isOutlet(outlet));
};

/** An outlet has something to do at `at`, or has already sooner. */
export const wakeOutlet = async (db: Executor, outlet: Pick<ClaimedOutlet, 'orgId' | 'channel'>, at: Date): Promise<void> => {
  await db
    .insert(deliveryOutlets)
    .values({ orgId: outlet.orgId, channel: outlet.channel, dueAt: at })
    .onConflictDoUpdate({ target: [orgId, channel], set: { dueAt: sql`least(${dueAt}, excluded.due_at)` } });
};
