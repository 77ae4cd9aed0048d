import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';

/** Append-only: who did what, when, from where. Written in the transaction of the change it describes; outlives its subject. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id<'audit-entry'>('id').primaryKey(),
    orgId: id<'organization'>('org_id'),
    /** What `actorId` names: a person, in a browser or by a token of theirs, or a key of the organisation. */
    actorKind: text('actor_kind', { enum: ['session', 'token', 'api-key'] })
      .notNull()
      .default('session'),
    actorId: id<'user' | 'api-key'>('actor_id'),
    /** Null for an API key. */
    actorEmail: text('actor_email'),
    /** The use case's name, e.g. `certificates/add-certificate`. */
    action: text('action').notNull(),
    subjectId: uuid('subject_id'),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
    ip: text('ip'),
    at: instant('at').notNull(),
  },
  (table) => [index('audit_log_org_idx').on(table.orgId, table.at, table.id)],
);
