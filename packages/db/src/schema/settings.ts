import type { CertificateScope } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import { type AnyPgColumn, boolean, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { organizations, users } from './accounts.ts';
import { id, instant } from './columns.ts';

/** Act as the person who created them, and end with them. The secret is shown once; the row holds its SHA-256. */
export const tokens = pgTable(
  'tokens',
  {
    id: id<'token'>('id').primaryKey(),
    userId: id<'user'>('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Base64url. */
    hash: text('hash').notNull(),
    /** The secret's last characters, for identification. */
    ending: text('ending').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Lags by at most a minute. */
    expiresAt: instant('expires_at'),
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [uniqueIndex('tokens_hash_key').on(table.hash), index('tokens_user_idx').on(table.userId)],
);

/** The organization's own keys: they outlive their creator. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: id<'api-key'>('id').primaryKey(),
    orgId: id<'organization'>('org_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    createdBy: id<'user'>('created_by').references(() => users.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    hash: text('hash').notNull(),
    ending: text('ending').notNull(),
    canRead: boolean('can_read').notNull(),
    canWrite: boolean('can_write').notNull(),
    canDelete: boolean('can_delete').notNull().default(false),
    /** Null: every certificate. No foreign key: the key of a deleted environment accesses nothing, instead of everything. */
    scope: jsonb('scope').$type<CertificateScope>(),
    /** CIDRs. Empty: from anywhere. */
    allowedAddresses: text('allowed_addresses').array().notNull().default(sql`'{}'`),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at'),
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
    /** The key that replaced it in a rotation. */
    replacedBy: id<'api-key'>('replaced_by').references((): AnyPgColumn => apiKeys.id, { onDelete: 'set null' }),
    /** When a rejected address was last written to the audit log. */
    addressRefusedAt: instant('address_refused_at'),
  },
  (table) => [uniqueIndex('api_keys_hash_key').on(table.hash), index('api_keys_org_idx').on(table.orgId)],
);

/**
 * A requested address of a person, one at a time: takes effect when both addresses have confirmed, deleted when canceled or
 * expired. The links are `id.HMAC` with a separate purpose each.
 */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: id<'email-change'>('id').primaryKey(),
    userId: id<'user'>('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    newEmail: text('new_email').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    oldConfirmedAt: instant('old_confirmed_at'),
    newConfirmedAt: instant('new_confirmed_at'),
  },
  (table) => [uniqueIndex('email_changes_user_key').on(table.userId)],
);
