import { calendarFeeds } from '@notafter/db';
import { sql } from 'drizzle-orm';
import { type OrgContext, requirePermission } from '../../context.ts';
import { withTransaction } from '../../with-transaction.ts';
import { calendarUrl } from './internal/calendar-link.ts';

/** Gives the organization's calendar a new secret address, or its first one. The previous address stops working. */
export const rotateCalendarLink = async (ctx: OrgContext): Promise<{ url: string; rotatedAt: Date }> => {
  requirePermission(ctx, 'certificates/rotate-calendar-link');
  return withTransaction(ctx, 'certificates/rotate-calendar-link', async (tx, audit) => {
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
};
