import { type Database, deliveries, deliveryQueues, type Executor, type Transaction } from '@notafter/db';
import {
  addMs,
  type DeliveryChannel,
  type EndpointChannel,
  endpointIdOf,
  isEndpointChannel,
  MINUTE_MS,
  type OrganizationId,
  type QueueChannel,
  SHARDS,
} from '@notafter/domain';
import { and, asc, eq, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';

/** Longer than any one message is waited for; renewed with each. */
export const QUEUE_LEASE_MS = MINUTE_MS;

/** An queue that one worker holds; `claim` is what it proves that with. */
export interface ClaimedQueue<Channel extends QueueChannel = DeliveryChannel> {
  readonly orgId: OrganizationId;
  readonly channel: Channel;
  readonly claim: number;
}

const { orgId, channel, claim, dueAt, pausedUntil } = deliveryQueues;

const shardOfQueue = sql`get_byte(uuid_send(${orgId}), 15) % ${sql.raw(String(SHARDS))}`;

/** Due, and neither held by a worker nor asked to wait by its receiver. A new delivery lowers `due_at` alone. */
const isDue = (now: Date): SQL | undefined => and(lte(dueAt, now), or(isNull(pausedUntil), lte(pausedUntil, now)));

type AnyQueue = ClaimedQueue<QueueChannel>;

export type EndpointQueue = ClaimedQueue<EndpointChannel>;
export const isEndpointQueue = (queue: AnyQueue): queue is EndpointQueue => isEndpointChannel(queue.channel);
export const isChannelQueue = (queue: AnyQueue): queue is ClaimedQueue => !isEndpointChannel(queue.channel);

const isQueue = (queue: Pick<AnyQueue, 'orgId' | 'channel'>): SQL | undefined => and(eq(orgId, queue.orgId), eq(channel, queue.channel));

/** What a queue has still to send or to find out about. Tests are sent while a person waits, never from here. */
export const isWaitingAt = (queue: Pick<AnyQueue, 'orgId' | 'channel'>): SQL | undefined =>
  and(
    eq(deliveries.orgId, queue.orgId),
    sql`${deliveries.channel} = ${queue.channel}`,
    inArray(deliveries.state, ['pending', 'sending']),
    ne(deliveries.kind, 'test'),
  );

export const listDueShards = async (db: Database, now: Date): Promise<number[]> => {
  const rows = await db
    .selectDistinct({ shard: sql<number>`${shardOfQueue}` })
    .from(deliveryQueues)
    .where(isDue(now));
  return rows.map(({ shard }) => shard);
};

interface ClaimRequest {
  readonly shard: number;
  readonly now: Date;
  readonly limit: number;
}

/** Takes up to `limit` due queues of a shard, longest due first, for one lease: should this worker die, they fall due again. */
export const claimDueQueues = async (db: Database, { shard, now, limit }: ClaimRequest): Promise<AnyQueue[]> => {
  const leaseEndsAt = addMs(now, QUEUE_LEASE_MS);
  const due = db.$with('due').as(
    db
      .select({ dueOrgId: sql`${orgId}`.as('due_org_id'), dueChannel: sql`${channel}`.as('due_channel') })
      .from(deliveryQueues)
      .where(and(isDue(now), sql`${shardOfQueue} = ${shard}`))
      .orderBy(asc(dueAt))
      .limit(limit)
      .for('update', { skipLocked: true }),
  );
  return db
    .with(due)
    .update(deliveryQueues)
    .set({ dueAt: leaseEndsAt, pausedUntil: leaseEndsAt, claim: sql`${claim} + 1` })
    .from(due)
    .where(and(eq(orgId, due.dueOrgId), eq(channel, due.dueChannel)))
    .returning({ orgId, channel, claim });
};

/** Locks the queue until the transaction ends; false where its lease ran out and somebody else has it now. */
export const lockClaimedQueue = async (tx: Transaction, queue: AnyQueue): Promise<boolean> => {
  const rows = await tx
    .select({ claim })
    .from(deliveryQueues)
    .where(and(isQueue(queue), eq(claim, queue.claim)))
    .for('update');
  return rows.length > 0;
};

/** One more lease for who holds it. */
export const renewLease = async (tx: Transaction, queue: AnyQueue, now: Date): Promise<void> => {
  const leaseEndsAt = addMs(now, QUEUE_LEASE_MS);
  await tx.update(deliveryQueues).set({ dueAt: leaseEndsAt, pausedUntil: leaseEndsAt }).where(isQueue(queue));
};

const nextAtChannel = (queue: AnyQueue): SQL => sql`select min(${deliveries.dueAt}) from ${deliveries} where ${isWaitingAt(queue)}`;

const nextAtEndpoint = ({ channel: name }: EndpointQueue): SQL =>
  sql`select min(due_at) from webhook_deliveries where endpoint_id = ${endpointIdOf(name)} and state in ('pending', 'sending')`;

/**
 * Gives the queue back, due when its next delivery is but not before `until`. The caller holds its lock: a delivery that is
 * added meanwhile waits for it, and lowers `due_at` again afterwards.
 */
export const releaseQueue = async (tx: Transaction, queue: AnyQueue, until: Date): Promise<void> => {
  const next = isEndpointQueue(queue) ? nextAtEndpoint(queue) : nextAtChannel(queue);
  await tx
    .update(deliveryQueues)
    .set({ pausedUntil: until, dueAt: sql`greatest(coalesce((${next}), 'infinity'), ${sql.param(until, dueAt)})` })
    .where(isQueue(queue));
};

/**
 * Events wake no queue, so that a check never waits for who sends: this does, for every endpoint that has something due and
 * is not asked to wait.
 */
export const wakeDueEndpoints = async (db: Executor, now: Date): Promise<void> => {
  const present = sql`${now.toISOString()}::timestamptz`;
  await db.execute(sql`
    insert into delivery_queues (org_id, channel, due_at)
    select endpoint.org_id, 'endpoint:' || endpoint.id, first.due_at
    from webhook_endpoints as endpoint
    cross join lateral (
      select due_at from webhook_deliveries
      where endpoint_id = endpoint.id and state in ('pending', 'sending') order by due_at limit 1) as first
    where first.due_at <= ${present}
    order by 1, 2
    on conflict (org_id, channel) do update set due_at = excluded.due_at
    where delivery_queues.due_at > ${present} and (delivery_queues.paused_until is null or delivery_queues.paused_until <= ${present})`);
};

/** Of an endpoint that was removed. */
export const removeQueue = async (tx: Transaction, queue: EndpointQueue): Promise<void> => {
  await tx.delete(deliveryQueues).where(isQueue(queue));
};

/** An queue has something to do at `at`, or has already sooner. */
export const wakeQueue = async (db: Executor, queue: Pick<ClaimedQueue, 'orgId' | 'channel'>, at: Date): Promise<void> => {
  await db
    .insert(deliveryQueues)
    .values({ orgId: queue.orgId, channel: queue.channel, dueAt: at })
    .onConflictDoUpdate({ target: [orgId, channel], set: { dueAt: sql`least(${dueAt}, excluded.due_at)` } });
};
