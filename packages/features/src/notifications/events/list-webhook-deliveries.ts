import { events, webhookDeliveries } from '@notafter/db';
import type { EventId, EventType } from '@notafter/domain';
import { listWebhookDeliveriesInput } from '@notafter/domain/inputs';
import { and, desc, eq, sql } from 'drizzle-orm';
import { decodeCursor, encodeCursor } from '../../list-cursor.ts';
import { useCase } from '../../use-case.ts';
import { getEndpointForOrg } from './internal/endpoint-view.ts';

export interface WebhookDelivery {
  readonly eventId: EventId;
  readonly type: EventType;
  readonly occurredAt: Date;
  readonly state: typeof webhookDeliveries.$inferSelect.state;
  readonly attempts: number;
  /** Of the last attempt. */
  readonly status: number | null;
  readonly durationMs: number | null;
  /** Why the last attempt failed; short and text only. */
  readonly reason: string | null;
  readonly sentAt: Date | null;
  /** When it is tried again; null if it is not. */
  readonly nextAttemptAt: Date | null;
}

/** Returns sent, waiting and failed deliveries to an endpoint, newest event first. Throws `webhook_endpoint_not_found`. */
export const listWebhookDeliveries = useCase({
  name: 'notifications/list-webhook-deliveries',
  access: 'member',
  input: listWebhookDeliveriesInput,
})(
  async (
    ctx,
    { id, limit, cursor, state },
  ): Promise<{ readonly deliveries: readonly WebhookDelivery[]; readonly nextCursor: string | null }> => {
    await getEndpointForOrg(ctx, ctx.db, id);
    const place = cursor === undefined || cursor === null ? null : decodeCursor(cursor);
    const rows = await ctx.db
      .select({ delivery: webhookDeliveries, type: events.type, occurredAt: events.occurredAt })
      .from(webhookDeliveries)
      .innerJoin(events, eq(events.id, webhookDeliveries.eventId))
      .where(
        and(
          eq(webhookDeliveries.endpointId, id),
          state === undefined ? undefined : eq(webhookDeliveries.state, state),
          place === null
            ? undefined
            : sql`(${events.occurredAt}, ${events.id}) < (${place.at.toISOString()}::timestamptz, ${place.id}::uuid)`,
        ),
      )
      .orderBy(desc(events.occurredAt), desc(events.id))
      .limit(limit + 1);
    const deliveries = rows.slice(0, limit).map(({ delivery, type, occurredAt }) => ({
      eventId: delivery.eventId,
      type,
      occurredAt,
      state: delivery.state,
      attempts: delivery.attempts,
      status: delivery.status,
      durationMs: delivery.durationMs,
      reason: delivery.problem,
      sentAt: delivery.sentAt,
      nextAttemptAt: delivery.state === 'pending' ? delivery.dueAt : null,
    }));
    const last = rows.length > limit ? deliveries.at(-1) : undefined;
    return { deliveries, nextCursor: last === undefined ? null : encodeCursor({ at: last.occurredAt, id: last.eventId }) };
  },
);
