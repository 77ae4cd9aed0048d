import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, id, instant } from './columns.ts';

export const organizations = pgTable('organizations', {
  id: id<'organization'>('id').primaryKey(),
  name: text('name').notNull(),
  plan: text('plan').notNull(),
  /** The operator's limits; null uses the plan's. */
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
    /** Trimmed and lower-cased; unique over all organizations. */
    email: text('email').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    company: text('company').notNull().default(''),
    position: text('position').notNull().default(''),
    role: text('role', { enum: ['admin', 'viewer'] }).notNull(),
    /** Null if the person has no password. */
    passwordHash: text('password_hash'),
    /** Null until the activation link was opened; no sign-in before. */
    activatedAt: instant('activated_at'),
    /** When the person proved this address from a session, or a provider did; an activation link does not count. Null again after a change of address. */
    mailboxProvenAt: instant('mailbox_proven_at'),
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
    /** Lags by at most ten minutes; null if the session was not used after its creation. */
    lastActiveAt: instant('last_active_at'),
  },
  (table) => [index('sessions_user_idx').on(table.userId), index('sessions_expires_idx').on(table.expiresAt)],
);

/**
 * A mailed link. The token is `id.HMAC(SECRET_KEY, purpose, id)` and is not stored; this row holds its state. Used once: the
 * request that succeeds sets `usedAt`. Kept for 30 days past expiry, so that a late click gets an explanation.
 */
export const oneTimeLinks = pgTable(
  'one_time_links',
  {
    id: id<'one-time-link'>('id').primaryKey(),
    purpose: text('purpose', { enum: ['account-activation', 'mailbox-proof', 'password-reset'] }).notNull(),
    userId: id<'user'>('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('one_time_links_user_idx').on(table.userId, table.purpose), index('one_time_links_expires_idx').on(table.expiresAt)],
);

/** Accounts at identity providers that sign a person in. Linked after the person proved both. */
export const identities = pgTable(
  'identities',
  {
    provider: text('provider', { enum: ['github', 'google'] }).notNull(),
    /** The provider's stable ID of the account: GitHub's numeric ID, OpenID Connect's `sub`. */
    subject: text('subject').notNull(),
    userId: id<'user'>('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** As last sent by the provider; for display only. */
    email: text('email').notNull(),
    linkedAt: instant('linked_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subject] }),
    uniqueIndex('identities_user_key').on(table.userId, table.provider),
  ],
);

/** WebAuthn credentials (W3C WebAuthn Level 3): public keys only. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id<'passkey'>('id').primaryKey(),
    userId: id<'user'>('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Base64url, chosen by the authenticator. */
    credentialId: text('credential_id').notNull(),
    publicKey: bytes('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [uniqueIndex('passkeys_credential_key').on(table.credentialId), index('passkeys_user_idx').on(table.userId)],
);

/** An authenticator app (RFC 6238). Active once confirmed; the last step prevents a second use of a code. */
export const totpSecrets = pgTable('totp_secrets', {
  userId: id<'user'>('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted. */
  secret: text('secret').notNull(),
  createdAt: instant('created_at').notNull(),
  confirmedAt: instant('confirmed_at'),
  lastStep: bigint('last_step', { mode: 'number' }),
});

/** Each code signs in once instead of the app; SHA-256 of 80 random bits. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: id<'user'>('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    hash: text('hash').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hash] })],
);

/**
 * A challenge in a sign-in: created by the first step, deleted by the second, so that it is answered once. `passkey-*` holds the
 * WebAuthn challenge; `second-factor` means that the password was right.
 */
export const authChallenges = pgTable(
  'auth_challenges',
  {
    id: id<'auth-challenge'>('id').primaryKey(),
    kind: text('kind', { enum: ['passkey-registration', 'passkey-login', 'second-factor'] }).notNull(),
    /** Null before the person is known. */
    userId: id<'user'>('user_id').references(() => users.id, { onDelete: 'cascade' }),
    challenge: text('challenge').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('auth_challenges_expires_idx').on(table.expiresAt), index('auth_challenges_user_idx').on(table.userId)],
);

/** Points consumed per throttled key; the layout is rate-limiter-flexible's. `expire` is in ms since 1970. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
});

/**
 * Requests with an `Idempotency-Key`, kept for 24 hours. The first one inserts the row and holds its lease; afterwards the row
 * holds the encrypted response. `took_effect` is set in the transaction of the effect, so the next request knows of it after a crash.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    id: id<'idempotency-key'>('id').primaryKey(),
    /** `session:<person>`, `token:<id>`, `api-key:<id>`, or `network:<address>` before a sign-in. */
    caller: text('caller').notNull(),
    key: text('key').notNull(),
    /** SHA-256 of method, path, query and body. */
    fingerprint: text('fingerprint').notNull(),
    /** Incremented when another request takes over; a transaction of an earlier attempt cannot commit after that. */
    attempt: integer('attempt').notNull().default(1),
    leaseUntil: instant('lease_until').notNull(),
    tookEffect: boolean('took_effect').notNull().default(false),
    /** Status, headers and body. Null until there is a response. */
    sealedAnswer: text('sealed_answer'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('idempotency_keys_caller_key_idx').on(table.caller, table.key),
    index('idempotency_keys_expires_idx').on(table.expiresAt),
  ],
);

/** Avatars and favicons fetched by this server; `bytes` null means that there is none. */
export const cachedImages = pgTable('cached_images', {
  /** `avatar:<sha256 of the address>` or `favicon:<certificate's ID>`. */
  key: text('key').primaryKey(),
  contentType: text('content_type'),
  bytes: bytes('bytes'),
  fetchedAt: instant('fetched_at').notNull(),
});
