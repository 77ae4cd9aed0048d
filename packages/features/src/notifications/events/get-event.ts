import { events } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { eventIdInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import type { LoggedEvent } from './list-events.ts';

/** Returns one event of the last 30 days. Throws `event_not_found`, for another organization's event too. */
export const getEvent = useCase({
  name: 'notifications/get-event',
  access: 'member',
  apiKey: 'read',
  plan: 'webhooks',
  input: eventIdInput,
})(async (ctx, { id }): Promise<{ readonly event: LoggedEvent }> => {
  const [event] = await ctx.db
    .select({ id: events.id, type: events.type, occurredAt: events.occurredAt, data: events.data })
    .from(events)
    .where(and(eq(events.id, id), eq(events.orgId, ctx.org.id)));
  if (event === undefined) throw new DomainError('event_not_found');
  return { event };
});
