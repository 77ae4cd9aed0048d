import type { AnchorChoice, ImportResult } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id } from '../columns.ts';
import { processes } from '../steps.ts';

/** A line of an import and what became of it; its result and its certificate are written together. The import is its process. */
export const certificateImportLines = pgTable(
  'certificate_import_lines',
  {
    importId: id<'certificate-import'>('import_id')
      .notNull()
      .references(() => processes.id, { onDelete: 'cascade' }),
    line: integer('line').notNull(),
    domain: text('domain').notNull(),
    /** Null if the line is invalid. */
    host: text('host'),
    port: integer('port'),
    environmentId: id<'environment'>('environment_id'),
    /** The choice of trust anchors; null: none. */
    anchors: text('anchors').$type<AnchorChoice>(),
    tags: jsonb('tags').$type<Record<string, string>>().notNull().default({}),
    result: text('result').$type<ImportResult>().notNull(),
    message: text('message'),
    certificateId: id<'certificate'>('certificate_id'),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.line] }),
    index('certificate_import_lines_waiting_idx').on(table.importId, table.line).where(sql`${table.result} = 'waiting'`),
  ],
);
