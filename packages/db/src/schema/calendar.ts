import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { organizations } from './accounts.ts';
import { id, instant } from './columns.ts';

/** An organisation's calendar of expiries, made with its first link. The link's secret follows from `rotation` and stands nowhere. */
export const calendarFeeds = pgTable('calendar_feeds', {
  orgId: id<'organization'>('org_id')
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  rotation: integer('rotation').notNull(),
  rotatedAt: instant('rotated_at').notNull(),
});

/** Events of certificates that were removed, told to calendars as cancelled. Written where the organisation has a feed; kept 30 days. */
export const calendarCancellations = pgTable(
  'calendar_cancellations',
  {
    certificateId: id<'certificate'>('certificate_id').primaryKey(),
    orgId: id<'organization'>('org_id').notNull(),
    domain: text('domain').notNull(),
    notAfter: instant('not_after').notNull(),
    sequence: integer('sequence').notNull(),
    cancelledAt: instant('cancelled_at').notNull(),
  },
  (table) => [index('calendar_cancellations_org_idx').on(table.orgId, table.cancelledAt)],
);
