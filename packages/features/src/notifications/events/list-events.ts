import { events } from '@notafter/db';
import type { EventData, EventId, EventType } from '@notafter/domain';
import { listEventsInput } from '@notafter/domain/inputs';
import { and, desc, eq, gte, sql } from 'drizzle-orm';
import { decodeCursor, encodeCursor } from '../../list-cursor.ts';
import { useCase } from '../../use-case.ts';

export interface LoggedEvent {
  readonly id: EventId;
  readonly type: EventType;
  readonly occurredAt: Date;
  readonly data: EventData;
}

/** Returns events of the last 30 days, newest first. Throws `webhooks_plan` if the plan does not include the `webhook` channel. */
export const listEvents = useCase({
  name: 'notifications/list-events',
  access: 'member',
  replica: true,
  apiKey: 'read',
  plan: 'webhooks',
  input: listEventsInput,
})(
  async (ctx, { limit, cursor, type, since }): Promise<{ readonly events: readonly LoggedEvent[]; readonly nextCursor: string | null }> => {
    const place = cursor === undefined || cursor === null ? null : decodeCursor(cursor);
    const rows = await ctx.db
      .select({ id: events.id, type: events.type, occurredAt: events.occurredAt, data: events.data })
      .from(events)
      .where(
        and(
          eq(events.orgId, ctx.org.id),
          type === undefined ? undefined : eq(events.type, type),
          since === undefined ? undefined : gte(events.occurredAt, since),
          place === null
            ? undefined
            : sql`(${events.occurredAt}, ${events.id}) < (${place.at.toISOString()}::timestamptz, ${place.id}::uuid)`,
        ),
      )
      .orderBy(desc(events.occurredAt), desc(events.id))
      .limit(limit + 1);
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return { events: page, nextCursor: last === undefined ? null : encodeCursor({ at: last.occurredAt, id: last.id }) };
  },
);
