import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { organizations } from '../accounts.ts';
import { id, instant } from '../columns.ts';

/** An organization's expiry calendar, created with its first link. The link's secret is derived from `rotation` and not stored. */
export const calendarFeeds = pgTable('calendar_feeds', {
  orgId: id<'organization'>('org_id')
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  rotation: integer('rotation').notNull(),
  rotatedAt: instant('rotated_at').notNull(),
});

/** Events of removed certificates, sent to calendars as canceled. Written if the organization has a feed; kept for 30 days. */
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
