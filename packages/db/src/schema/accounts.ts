import { bigint, boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, id, instant } from './columns.ts';

export const organizations = pgTable('organizations', {
  id: id<'organization'>('id').primaryKey(),
  name: text('name').notNull(),
  plan: text('plan').notNull(),
  /** The operator's own limits; null returns to the plan's. */
  certificateLimit: integer('certificate_limit'),
  userLimit: integer('user_limit'),
  disabled: boolean('disabled').notNull().default(false),
  createdAt: instant('created_at').notNull(),
});

export const users = pgTable(
  'users',
  {
    id: id<'user'>('id').primaryKey(),
    orgId: id<'organization'>('org_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Trimmed and lower-cased; unique over all organisations. */
    email: text('email').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    role: text('role', { enum: ['admin', 'viewer'] }).notNull(),
    passwordHash: text('password_hash'),
    /** Null until the mailed link was followed; no sign-in before. */
    activatedAt: instant('activated_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [uniqueIndex('users_email_key').on(table.email), index('users_org_idx').on(table.orgId)],
);

/** Lucia's table: `id` is the SHA-256 of the random token in the cookie. */
export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    userId: id<'user'>('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull(),
    ip: text('ip'),
    userAgent: text('user_agent'),
  },
  (table) => [index('sessions_user_idx').on(table.userId), index('sessions_expires_idx').on(table.expiresAt)],
);

/**
 * A mailed link. The token is `id.HMAC(SECRET_KEY, purpose, id)` and stands nowhere; this row holds its state.
 * Used once: `usedAt` is set by the request that succeeds. Kept 30 days past expiry, so that a late click is told why.
 */
export const oneTimeLinks = pgTable(
  'one_time_links',
  {
    id: id<'one-time-link'>('id').primaryKey(),
    purpose: text('purpose', { enum: ['account-activation', 'password-reset'] }).notNull(),
    userId: id<'user'>('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('one_time_links_user_idx').on(table.userId, table.purpose), index('one_time_links_expires_idx').on(table.expiresAt)],
);

/** Points spent per throttled key; the layout is rate-limiter-flexible's. `expire` is in ms since 1970. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
});

/** Avatars fetched by this server; `bytes` null remembers that there is none. */
export const cachedImages = pgTable('cached_images', {
  /** `avatar:<sha256 of the address>` or `favicon:<certificate's id>`. */
  key: text('key').primaryKey(),
  contentType: text('content_type'),
  bytes: bytes('bytes'),
  fetchedAt: instant('fetched_at').notNull(),
});
