import { sql } from 'drizzle-orm';
import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { organizations } from './accounts.ts';
import { id, instant } from './columns.ts';

export const environments = pgTable(
  'environments',
  {
    id: id<'environment'>('id').primaryKey(),
    orgId: id<'organization'>('org_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    description: text('description'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [uniqueIndex('environments_org_name_key').on(table.orgId, sql`lower(${table.name})`)],
);
