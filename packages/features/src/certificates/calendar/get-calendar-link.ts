import { calendarFeeds } from '@notafter/db';
import { eq } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { calendarUrl } from './internal/calendar-link.ts';

/** Null if no link was created yet. The address gives access to the calendar without signing in. */
export interface CalendarLink {
  readonly url: string | null;
  readonly rotatedAt: Date | null;
}

/** Returns the address of the organization's calendar, for admins. It is a secret, so reading it writes an audit row. */
export const getCalendarLink = useCase({
  name: 'certificates/get-calendar-link',
  access: 'admin',
  audit: 'Looked at the calendar link',
  reveals: true,
})(async (ctx): Promise<CalendarLink> => {
  const [feed] = await ctx.db.select().from(calendarFeeds).where(eq(calendarFeeds.orgId, ctx.org.id));
  if (feed === undefined) return { url: null, rotatedAt: null };
  await withTransaction(ctx, async (_tx, audit) => audit({ detail: { rotation: feed.rotation } }));
  return { url: calendarUrl(ctx, ctx.org.id, feed.rotation), rotatedAt: feed.rotatedAt };
});
