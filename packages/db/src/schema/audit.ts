import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';

/** Append-only: actor, action, time and origin. Written in the transaction of the change; outlives its subject. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id<'audit-entry'>('id').primaryKey(),
    orgId: id<'organization'>('org_id'),
    /** The kind of `actorId`: a person (in a browser or with a token), or an API key of the organization; the provider has no ID. */
    actorKind: text('actor_kind', { enum: ['session', 'token', 'api-key', 'payment-provider'] })
      .notNull()
      .default('session'),
    actorId: id<'user' | 'api-key'>('actor_id'),
    /** Null for an API key. */
    actorEmail: text('actor_email'),
    /** The person's token, if one was used. */
    tokenId: id<'token'>('token_id'),
    /** The name of the token or key: the row outlives both. */
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
    // For the purge only: rows arrive in time order.
    index('audit_log_at_idx').using('brin', table.at),
  ],
);
