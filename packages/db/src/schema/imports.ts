import type { CertificateScope, ImportResult } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { organizations, users } from './accounts.ts';
import { id, instant } from './columns.ts';

/**
 * A bulk import. `running` until its last line has a result, then `completed`; `failed` if its job gave up or a person canceled
 * it, and waiting lines were not imported. Kept for 30 days.
 */
export const certificateImports = pgTable(
  'certificate_imports',
  {
    id: id<'certificate-import'>('id').primaryKey(),
    orgId: id<'organization'>('org_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    startedBy: id<'user'>('started_by').references(() => users.id, { onDelete: 'set null' }),
    /** The scope of the API key that started it. Besides unscoped callers, only that scope can read it; null: the whole organization. */
    scope: jsonb('scope').$type<CertificateScope>(),
    status: text('status', { enum: ['running', 'completed', 'failed'] }).notNull(),
    total: integer('total').notNull(),
    /** Why it is `failed`. */
    error: text('error'),
    createdAt: instant('created_at').notNull(),
    /** When its job was last alive; null while it waits in the queue. */
    heartbeatAt: instant('heartbeat_at'),
    finishedAt: instant('finished_at'),
  },
  (table) => [index('certificate_imports_org_idx').on(table.orgId, table.createdAt)],
);

/** A line and its result, written together with its certificate. */
export const certificateImportLines = pgTable(
  'certificate_import_lines',
  {
    importId: id<'certificate-import'>('import_id')
      .notNull()
      .references(() => certificateImports.id, { onDelete: 'cascade' }),
    line: integer('line').notNull(),
    domain: text('domain').notNull(),
    /** Null if the line is invalid. */
    host: text('host'),
    port: integer('port'),
    environmentId: id<'environment'>('environment_id'),
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
