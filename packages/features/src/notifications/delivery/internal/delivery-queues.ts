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

/** Longer than the timeout of any one message; renewed with each. */
export const QUEUE_LEASE_MS = MINUTE_MS;

/** A queue that one worker holds; `claim` proves it. */
export interface ClaimedQueue<Channel extends QueueChannel = DeliveryChannel> {
  readonly orgId: OrganizationId;
  readonly channel: Channel;
  readonly claim: number;
}

const { orgId, channel, claim, dueAt, pausedUntil, refreshAt } = deliveryQueues;

const shardOfQueue = sql`get_byte(uuid_send(${orgId}), 15) % ${sql.raw(String(SHARDS))}`;

/** Due, and neither held by a worker nor delayed by its receiver. A new delivery lowers only `due_at`. */
const isDue = (now: Date): SQL | undefined => and(lte(dueAt, now), or(isNull(pausedUntil), lte(pausedUntil, now)));

type AnyQueue = ClaimedQueue<QueueChannel>;

export type EndpointQueue = ClaimedQueue<EndpointChannel>;
export const isEndpointQueue = (queue: AnyQueue): queue is EndpointQueue => isEndpointChannel(queue.channel);
export const isChannelQueue = (queue: AnyQueue): queue is ClaimedQueue => !isEndpointChannel(queue.channel);

const isQueue = (queue: Pick<AnyQueue, 'orgId' | 'channel'>): SQL | undefined => and(eq(orgId, queue.orgId), eq(channel, queue.channel));

/** Deliveries that a queue still has to send or resolve. Tests are sent while a person waits, never from here. */
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

/** Claims up to `limit` due queues of a shard, longest due first, for one lease: if this worker dies, they become due again. */
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

/** Locks the queue until the transaction ends; returns false if its lease expired and another worker has it. */
export const lockClaimedQueue = async (tx: Transaction, queue: AnyQueue): Promise<boolean> => {
  const rows = await tx
    .select({ claim })
    .from(deliveryQueues)
    .where(and(isQueue(queue), eq(claim, queue.claim)))
    .for('update');
  return rows.length > 0;
};

/** Extends the holder's lease by another one. */
export const renewLease = async (tx: Transaction, queue: AnyQueue, now: Date): Promise<void> => {
  const leaseEndsAt = addMs(now, QUEUE_LEASE_MS);
  await tx.update(deliveryQueues).set({ dueAt: leaseEndsAt, pausedUntil: leaseEndsAt }).where(isQueue(queue));
};

const nextAtChannel = (queue: AnyQueue): SQL => sql`select min(${deliveries.dueAt}) from ${deliveries} where ${isWaitingAt(queue)}`;

const nextAtEndpoint = ({ channel: name }: EndpointQueue): SQL =>
  sql`select min(due_at) from webhook_deliveries where endpoint_id = ${endpointIdOf(name)} and state in ('pending', 'sending')`;

/**
 * Releases the queue, due when its next delivery or refresh is but not before `until`. The caller holds its lock: a delivery that is added
 * concurrently waits for it, and lowers `due_at` again afterwards.
 */
export const releaseQueue = async (tx: Transaction, queue: AnyQueue, until: Date): Promise<void> => {
  const next = isEndpointQueue(queue) ? nextAtEndpoint(queue) : nextAtChannel(queue);
  await tx
    .update(deliveryQueues)
    .set({ pausedUntil: until, dueAt: sql`greatest(coalesce(least((${next}), ${refreshAt}), 'infinity'), ${sql.param(until, dueAt)})` })
    .where(isQueue(queue));
};

/**
 * Wakes every endpoint's queue that has due events and is not delayed. Recording events wakes no queue, so that a check never
 * waits for a sender.
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

/** When the queue's open alerts are to be sent again; null if it has none. The caller holds its lock. */
export const findRefreshAt = async (tx: Transaction, queue: AnyQueue): Promise<Date | null> => {
  const [row] = await tx.select({ refreshAt }).from(deliveryQueues).where(isQueue(queue));
  return row?.refreshAt ?? null;
};

export const setRefreshAt = async (tx: Transaction, queue: AnyQueue, at: Date | null): Promise<void> => {
  await tx.update(deliveryQueues).set({ refreshAt: at }).where(isQueue(queue));
};

/** Plans a refresh of a queue that has none planned. */
export const planRefresh = async (tx: Transaction, queue: AnyQueue, at: Date): Promise<void> => {
  await tx
    .update(deliveryQueues)
    .set({ refreshAt: at })
    .where(and(isQueue(queue), isNull(refreshAt)));
};

/** Queues of a removed endpoint. */
export const removeQueue = async (tx: Transaction, queue: EndpointQueue): Promise<void> => {
  await tx.delete(deliveryQueues).where(isQueue(queue));
};

/** Makes a queue due at `at`, or leaves an earlier time. */
export const wakeQueue = async (db: Executor, queue: Pick<ClaimedQueue, 'orgId' | 'channel'>, at: Date): Promise<void> => {
  await db
    .insert(deliveryQueues)
    .values({ orgId: queue.orgId, channel: queue.channel, dueAt: at })
    .onConflictDoUpdate({ target: [orgId, channel], set: { dueAt: sql`least(${dueAt}, excluded.due_at)` } });
};
