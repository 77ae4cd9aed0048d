import { date, integer, jsonb, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core';
import { organizations } from './accounts.ts';
import { id, instant } from './columns.ts';

/** The end of a day in UTC, for each organization that had begun by then. Written once, by the first worker after midnight, and never deleted. */
export const organizationDays = pgTable(
  'organization_days',
  {
    orgId: id<'organization'>('org_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    /** Hours after midnight if no worker ran. */
    recordedAt: instant('recorded_at').notNull(),
    total: integer('total').notNull(),
    expired: integer('expired').notNull(),
    critical: integer('critical').notNull(),
    warning: integer('warning').notNull(),
    valid: integer('valid').notNull(),
    unreachable: integer('unreachable').notNull(),
    healthScore: smallint('health_score').notNull(),
    riskScore: smallint('risk_score').notNull(),
    /** Endpoints whose renewal was late. */
    late: integer('late').notNull(),
    /** On that day. */
    renewals: integer('renewals').notNull(),
    issuersTotal: integer('issuers_total').notNull(),
    /** Most certificates first, at most ten. */
    issuers: jsonb('issuers').$type<readonly { readonly name: string; readonly count: number }[]>().notNull(),
    /** Endpoints per key exchange group; those without a known one are left out. */
    groups: jsonb('groups').$type<Readonly<Record<string, number>>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.day] })],
);
