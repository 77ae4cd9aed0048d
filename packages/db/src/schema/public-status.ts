import { boolean, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { organizations } from './accounts.ts';
import { id, instant } from './columns.ts';

/** An organization's public page about the endpoints with one tag. Kept while it is off, so that its address stays. */
export const publicStatusPages = pgTable(
  'public_status_pages',
  {
    orgId: id<'organization'>('org_id')
      .primaryKey()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    enabled: boolean('enabled').notNull(),
    /** Part of its URL; unguessable unless an admin named it. */
    address: text('address').notNull(),
    title: text('title').notNull(),
    tagName: text('tag_name').notNull(),
    tagValue: text('tag_value').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [uniqueIndex('public_status_pages_address_key').on(table.address)],
);
