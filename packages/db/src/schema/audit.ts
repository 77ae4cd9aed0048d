import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';

/** Append-only: who did what, when, from where. Written in the transaction of the change it describes; outlives its subject. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id<'audit-entry'>('id').primaryKey(),
    orgId: id<'organization'>('org_id'),
    /** What `actorId` names: a person, in a browser or by a token of theirs, or a key of the organisation; of the provider, nobody. */
    actorKind: text('actor_kind', { enum: ['session', 'token', 'api-key', 'payment-provider'] })
      .notNull()
      .default('session'),
    actorId: id<'user' | 'api-key'>('actor_id'),
    /** Null for an API key. */
    actorEmail: text('actor_email'),
    /** Which of the person's tokens, where it was one. */
    tokenId: id<'token'>('token_id'),
    /** What the token or the key was called: the row outlives both. */
    actorName: text('actor_name'),
    /** The use case's name, e.g. `certificates/add-certificate`. */
    action: text('action').notNull(),
    subjectId: uuid('subject_id'),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
    ip: text('ip'),
    at: instant('at').notNull(),
  },
  (table) => [
    index('audit_log_org_idx').on(table.orgId, table.at, table.id),
    index('audit_log_actor_idx').on(table.orgId, table.actorId, table.at, table.id),
    // For the purge alone: rows arrive in the order of time.
    index('audit_log_at_idx').using('brin', table.at),
  ],
);
