import {
  alerts,
  deliveries,
  notificationChannels,
  notificationSettings,
  organizations,
  webhookDeliveries,
  webhookEndpoints,
} from '@notafter/db';
import { type ChannelType, isEndpointChannel, type OrganizationId, type QueueChannel, typeOfQueue } from '@notafter/domain';
import { type SQL, sql } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';

const ROWS_MAX = 50;

/** A channel or webhook endpoint that does not get its messages through. */
export interface FailingChannel {
  readonly organizationId: OrganizationId;
  readonly organization: string;
  /** Names it in `resendDeadLetters`. */
  readonly queue: QueueChannel;
  readonly kind: ChannelType | 'webhook_endpoint' | 'escalation' | 'status_page';
  /** The team's name for it; null for the escalation and the status page. */
  readonly name: string | null;
  /** When its receiver rejected it for good; nothing is sent until the team saves or tests it. Null: it is still tried. */
  readonly brokenAt: Date | null;
  /** The last failure, for people. */
  readonly problem: string | null;
  /** Messages that were given up: of open alerts, of incidents that stay open at their receiver, and events. */
  readonly deadLetters: number;
  /** Messages that failed and are tried again. */
  readonly retried: number;
  /** When the oldest of them was due first. */
  readonly oldestAt: Date | null;
}

export interface FailingChannels {
  /** Most given up first, at most 50. */
  readonly channels: readonly FailingChannel[];
  readonly total: number;
}

/** Of the deliveries and alerts of a query: an alert that ended needs no message, the end of an incident does. */
export const isStillWanted: SQL = sql`(${deliveries.kind} = 'resolved' or ${alerts.resolvedAt} is null)`;

const kindOf = (queue: QueueChannel): FailingChannel['kind'] => {
  if (isEndpointChannel(queue)) return 'webhook_endpoint';
  return typeOfQueue(queue) ?? (queue === 'escalation' ? 'escalation' : 'status_page');
};

type Row = {
  organization_id: OrganizationId;
  organization: string;
  queue: QueueChannel;
  name: string | null;
  broken_at: string | null;
  problem: string | null;
  dead: number;
  retried: number;
  oldest_at: string | null;
  total: number;
};

/** Returns the channels and webhook endpoints of all organizations that are switched on and fail. */
export const listFailingChannels = useCase({
  name: 'notifications/list-failing-channels',
  access: 'platform',
  via: 'session',
})(async ({ db }): Promise<FailingChannels> => {
  const rows = await db.execute<Row>(sql`
    with letters as (
      select ${deliveries.orgId} as org_id, ${deliveries.channel} as queue,
        count(*) filter (where ${deliveries.state} = 'dead')::int as dead,
        count(*) filter (where ${deliveries.state} = 'pending')::int as retried,
        min(${deliveries.createdAt}) as oldest_at,
        (array_agg(${deliveries.problem} order by ${deliveries.id} desc) filter (where ${deliveries.problem} is not null))[1] as problem
      from ${deliveries} join ${alerts} on ${alerts.id} = ${deliveries.alertId}
      where (${deliveries.state} = 'dead' or (${deliveries.state} = 'pending' and ${deliveries.attempts} > 0))
        and ${deliveries.kind} <> 'test' and ${isStillWanted}
      group by 1, 2
    ), events_of as (
      select ${webhookDeliveries.endpointId} as id,
        count(*) filter (where ${webhookDeliveries.state} = 'dead')::int as dead,
        count(*) filter (where ${webhookDeliveries.state} = 'pending')::int as retried,
        (array_agg(${webhookDeliveries.problem} order by ${webhookDeliveries.eventId} desc)
          filter (where ${webhookDeliveries.problem} is not null))[1] as problem
      from ${webhookDeliveries}
      where ${webhookDeliveries.state} = 'dead' or (${webhookDeliveries.state} = 'pending' and ${webhookDeliveries.attempts} > 0)
      group by 1
    ), failing as (
      select channel.org_id, channel.queue, channel.name, channel.broken_at, coalesce(channel.broken_reason, letters.problem) as problem,
        letters.dead, letters.retried, letters.oldest_at
      from ${notificationChannels} as channel left join letters on letters.org_id = channel.org_id and letters.queue = channel.queue
      where channel.enabled and (channel.broken_at is not null or letters.queue is not null)
      union all
      select endpoint.org_id, 'endpoint:' || endpoint.id, endpoint.name, endpoint.broken_at, coalesce(endpoint.broken_reason, events_of.problem),
        events_of.dead, events_of.retried, endpoint.failing_since
      from ${webhookEndpoints} as endpoint left join events_of on events_of.id = endpoint.id
      where endpoint.enabled and (endpoint.broken_at is not null or endpoint.failing_since is not null or events_of.id is not null)
      union all
      select letters.org_id, letters.queue, null, null, letters.problem, letters.dead, letters.retried, letters.oldest_at
      from letters join ${notificationSettings} as settings on settings.org_id = letters.org_id
      where (letters.queue = 'escalation' and settings.escalation_enabled)
        or (letters.queue = 'status_page' and settings.status_page_enabled)
    )
    select failing.org_id as organization_id, organizations.name as organization, failing.queue, failing.name, failing.broken_at,
      failing.problem, coalesce(failing.dead, 0) as dead, coalesce(failing.retried, 0) as retried, failing.oldest_at,
      count(*) over ()::int as total
    from failing join ${organizations} on organizations.id = failing.org_id
    order by dead desc, failing.broken_at nulls last, retried desc, organization, queue
    limit ${ROWS_MAX}`);
  return {
    channels: rows.map((row) => ({
      organizationId: row.organization_id,
      organization: row.organization,
      queue: row.queue,
      kind: kindOf(row.queue),
      name: row.name,
      brokenAt: row.broken_at === null ? null : new Date(row.broken_at),
      problem: row.problem,
      deadLetters: row.dead,
      retried: row.retried,
      oldestAt: row.oldest_at === null ? null : new Date(row.oldest_at),
    })),
    total: rows[0]?.total ?? 0,
  };
});
