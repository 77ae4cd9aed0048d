import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';

/** Append-only: who did what, when, from where. Written in the transaction of the change it describes; outlives its subject. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id<'audit-entry'>('id').primaryKey(),
    orgId: id<'organization'>('org_id'),
    actorId: id<'user'>('actor_id'),
    actorEmail: text('actor_email'),
    /** The use case's name, e.g. `certificates/add-certificate`. */
    action: text('action').notNull(),
    subjectId: uuid('subject_id'),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
    ip: text('ip'),
    at: instant('at').notNull(),
  },
  (table) => [index('audit_log_org_idx').on(table.orgId, table.at)],
);
