import { createHash, randomBytes } from 'node:crypto';
import { apiKeys, type Executor, preparedOnce, tokens, users } from '@notafter/db';
import { type ApiKeyActor, addMs, type Clock, credentialStatusOf, MINUTE_MS, type TokenActor } from '@notafter/domain';
import { and, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';

export type CredentialKind = 'token' | 'api-key';

export interface NewCredential {
  /** Shown once, never stored. */
  readonly secret: string;
  /** SHA-256 as stored, base64url. 256 random bits need no slower hash. */
  readonly hash: string;
  /** The last characters, which distinguish one secret from another. */
  readonly ending: string;
}

const SECRET_BYTES = 32;
const ENDING_LENGTH = 4;
/** Maximum lag of `last_used_at` while a credential is in use, and minimum interval between writes. */
const LAST_USED_STEP_MS = MINUTE_MS;
const prefixes = { token: 'nat_', 'api-key': 'nak_' } as const satisfies Record<CredentialKind, string>;
const secretPattern = /^(nat|nak)_[A-Za-z0-9_-]{43}$/;

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Returns the kind of a secret by its form, otherwise null: other texts are never looked up. */
const kindOf = (secret: string): CredentialKind | null => {
  const prefix = secretPattern.exec(secret)?.[1];
  if (prefix === undefined) return null;
  return prefix === 'nat' ? 'token' : 'api-key';
};

export const makeCredential = (kind: CredentialKind): NewCredential => {
  const secret = `${prefixes[kind]}${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return { secret, hash: hashOf(secret), ending: secret.slice(-ENDING_LENGTH) };
};

const tokenAndUser = preparedOnce((db) =>
  db
    .select({ token: tokens, user: users })
    .from(tokens)
    .innerJoin(users, eq(tokens.userId, users.id))
    .where(and(eq(tokens.hash, sql.placeholder('hash')), isNull(tokens.revokedAt), isNotNull(users.activatedAt)))
    .prepare('token'),
);

const apiKeyByHash = preparedOnce((db) =>
  db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.hash, sql.placeholder('hash')))
    .prepare('api_key'),
);

/** Tokens and API keys: returns the person or the organization behind a secret. */
export const createCredentials = (clock: Clock) => {
  const isStale = (lastUsedAt: Date | null, now: Date): boolean =>
    lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= LAST_USED_STEP_MS;
  /** The guard handles concurrent requests: one of them writes, the others do not. */
  const stillStale = ({ lastUsedAt }: typeof tokens | typeof apiKeys, now: Date) =>
    or(isNull(lastUsedAt), lte(lastUsedAt, addMs(now, -LAST_USED_STEP_MS)));

  const resolveToken = async (db: Executor, secret: string): Promise<TokenActor | null> => {
    const [found] = await tokenAndUser(db).execute({ hash: hashOf(secret) });
    const now = clock.now();
    if (found === undefined || credentialStatusOf(found.token, now) !== 'active') return null;
    const { id: tokenId, lastUsedAt } = found.token;
    if (isStale(lastUsedAt, now)) {
      await db
        .update(tokens)
        .set({ lastUsedAt: now })
        .where(and(eq(tokens.id, tokenId), stillStale(tokens, now)));
    }
    const { id: userId, orgId, role, email, firstName, lastName } = found.user;
    return { via: 'token', tokenId, userId, orgId, role, email, firstName, lastName };
  };

  const resolveApiKey = async (db: Executor, secret: string): Promise<ApiKeyActor | null> => {
    const [key] = await apiKeyByHash(db).execute({ hash: hashOf(secret) });
    const now = clock.now();
    if (key === undefined || credentialStatusOf(key, now) !== 'active') return null;
    const { id: apiKeyId, orgId, name, canRead, canWrite, canDelete, scope, allowedAddresses, lastUsedAt } = key;
    if (isStale(lastUsedAt, now)) {
      await db
        .update(apiKeys)
        .set({ lastUsedAt: now })
        .where(and(eq(apiKeys.id, apiKeyId), stillStale(apiKeys, now)));
    }
    const permissions = { read: canRead, write: canWrite, delete: canDelete };
    return { via: 'api-key', apiKeyId, orgId, name, permissions, scope, allowedAddresses };
  };

  return {
    /** Null if unknown, revoked or expired, or if the token's owner is not activated. */
    resolve: async (db: Executor, secret: string): Promise<TokenActor | ApiKeyActor | null> => {
      switch (kindOf(secret)) {
        case 'token':
          return resolveToken(db, secret);
        case 'api-key':
          return resolveApiKey(db, secret);
        case null:
          return null;
      }
    },
  };
};
