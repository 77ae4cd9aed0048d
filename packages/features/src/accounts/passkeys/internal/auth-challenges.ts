import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { authChallenges, type Executor, newId } from '@notafter/db';
import { type AuthChallengeId, addMs, brandId, CHALLENGE_VALID_MS, isUuid, type SecondFactorQuestion, type UserId } from '@notafter/domain';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../../context.ts';

type ChallengeKind = typeof authChallenges.$inferSelect.kind;

interface Reader extends Pick<SystemContext, 'clock'> {
  readonly db: Executor;
}

interface NewChallenge {
  readonly kind: ChallengeKind;
  /** Null if the person is not known yet. */
  readonly userId: UserId | null;
  readonly challenge: string;
}

/** Stores a challenge that must be answered within five minutes. */
export const addChallenge = async (tx: TransactionContext<SystemContext>, { kind, userId, challenge }: NewChallenge) => {
  const id = newId<'auth-challenge'>();
  const expiresAt = addMs(tx.clock.now(), CHALLENGE_VALID_MS);
  await tx.db.insert(authChallenges).values({ id, kind, userId, challenge, expiresAt });
  return { id, expiresAt };
};

interface ChallengeName {
  readonly kind: ChallengeKind;
  readonly id: AuthChallengeId;
  /** The person who must answer; null if not known yet. Another person's challenge is kept. */
  readonly userId: UserId | null;
}

/** Uses up a challenge and returns its text; null if it is unknown, expired or used. Of concurrent requests, one gets it. */
export const takeChallenge = async ({ db, clock }: Reader, { kind, id, userId }: ChallengeName): Promise<string | null> => {
  const owner = userId === null ? isNull(authChallenges.userId) : eq(authChallenges.userId, userId);
  const [taken] = await db
    .delete(authChallenges)
    .where(and(eq(authChallenges.id, id), eq(authChallenges.kind, kind), owner, gt(authChallenges.expiresAt, clock.now())))
    .returning({ challenge: authChallenges.challenge });
  return taken?.challenge ?? null;
};

const SECRET_BYTES = 32;
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Creates a challenge for the second factor: the browser gets `id.secret`, the row stores only the hash of the secret. */
export const askForSecondFactor = async (tx: TransactionContext<SystemContext>, userId: UserId): Promise<SecondFactorQuestion> => {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const { id, expiresAt } = await addChallenge(tx, { kind: 'second-factor', userId, challenge: hashOf(secret) });
  return { challenge: `${id}.${secret}`, expiresAt };
};

/** Returns the person who passed the first factor of this challenge, without using it up; null if it is not valid. */
export const readSecondFactor = async (
  ctx: Reader,
  challenge: string,
): Promise<{ readonly id: AuthChallengeId; readonly userId: UserId } | null> => {
  const [id = '', secret = ''] = challenge.split('.');
  if (!isUuid(id)) return null;
  const [row] = await ctx.db
    .select()
    .from(authChallenges)
    .where(
      and(eq(authChallenges.id, brandId(id)), eq(authChallenges.kind, 'second-factor'), gt(authChallenges.expiresAt, ctx.clock.now())),
    );
  if (row?.userId == null) return null;
  const genuine = timingSafeEqual(Buffer.from(row.challenge), Buffer.from(hashOf(secret)));
  return genuine ? { id: row.id, userId: row.userId } : null;
};
