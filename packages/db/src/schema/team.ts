import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { organizations, users } from './accounts.ts';
import { id, instant } from './columns.ts';

/**
 * An invitation. Takes a seat while it is open: neither accepted, nor revoked, nor expired. The code in its mail is
 * `id.HMAC(SECRET_KEY, 'invitation', id)`; inviting the same address again creates a new row and revokes the open one.
 */
export const invitations = pgTable(
  'invitations',
  {
    id: id<'invitation'>('id').primaryKey(),
    orgId: id<'organization'>('org_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Trimmed and lower-cased. */
    email: text('email').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    role: text('role', { enum: ['admin', 'viewer'] }).notNull(),
    invitedBy: id<'user'>('invited_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    acceptedAt: instant('accepted_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [index('invitations_org_idx').on(table.orgId, table.email), index('invitations_expires_idx').on(table.expiresAt)],
);
