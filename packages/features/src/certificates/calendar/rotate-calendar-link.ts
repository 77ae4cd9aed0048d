import { calendarFeeds } from '@notafter/db';
import { sql } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { calendarUrl } from './internal/calendar-link.ts';

/** Gives the organization's calendar a new secret address, or its first one. The previous address stops working. */
export const rotateCalendarLink = useCase({
  name: 'certificates/rotate-calendar-link',
  access: 'admin',
  audit: 'Made another calendar link',
})(async (ctx): Promise<{ url: string; rotatedAt: Date }> => {
  return withTransaction(ctx, async (tx, audit) => {
    const rotatedAt = tx.clock.now();
    const [feed] = await tx.db
      .insert(calendarFeeds)
      .values({ orgId: tx.org.id, rotation: 1, rotatedAt })
      .onConflictDoUpdate({ target: calendarFeeds.orgId, set: { rotation: sql`${calendarFeeds.rotation} + 1`, rotatedAt } })
      .returning({ rotation: calendarFeeds.rotation });
    const rotation = feed?.rotation ?? 1;
    audit({ detail: { rotation } });
    return { url: calendarUrl(tx, tx.org.id, rotation), rotatedAt };
  });
});
