import type { ConfiguredKind, Fields } from '@notafter/domain';
import { jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { organizations } from './accounts.ts';
import { id, instant } from './columns.ts';

/**
 * An object that a file applied. Pruning deletes these objects and no others. Written after its object, so that a lost row is found again
 * by what its object is; deleted with it.
 */
export const appliedObjects = pgTable(
  'applied_objects',
  {
    orgId: id<'organization'>('org_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** The name under which the file is applied. */
    stack: text('stack').notNull(),
    kind: text('kind').$type<ConfiguredKind>().notNull(),
    key: text('key').notNull(),
    /** No foreign key: an object that was deleted elsewhere is a drift. */
    objectId: uuid('object_id').notNull(),
    /** As applied, without secrets. */
    fields: jsonb('fields').$type<Fields>().notNull(),
    appliedAt: instant('applied_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.stack, table.kind, table.key] }),
    // One file decides about an object.
    uniqueIndex('applied_objects_object_key').on(table.orgId, table.kind, table.objectId),
  ],
);
