import { type Executor, idempotencyKeys, newId } from '@notafter/db';
import { addMs, DAY_MS, DomainError, type IdempotencyKeyId, MINUTE_MS, networkOf } from '@notafter/domain';
import { and, eq, gt, isNull, lte, not } from 'drizzle-orm';
import { z } from 'zod';
import type { IdempotencyClaim, RequestContext } from './context.ts';

const VALID_MS = DAY_MS;
/** Longer than any request takes. A process that dies keeps its keys locked for this long. */
const LEASE_MS = 2 * MINUTE_MS;
const RETRY_AFTER_SECONDS = 5;

/** A response as it is repeated. */
export interface IdempotentAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const storedAnswer = z.object({ status: z.int(), headers: z.record(z.string(), z.string()), body: z.string() });

interface GivenKey {
  readonly key: string;
  /** Differs for every other request. */
  readonly fingerprint: string;
}

type IdempotentStart = { readonly claim: IdempotencyClaim } | { readonly answer: IdempotentAnswer };
type KeyRow = typeof idempotencyKeys.$inferSelect;

const callerOf = ({ actor, origin }: RequestContext): string => {
  switch (actor?.via) {
    case undefined:
      return `network:${networkOf(origin.ip)}`;
    case 'session':
      return `session:${actor.userId}`;
    case 'token':
      return `token:${actor.tokenId}`;
    case 'api-key':
      return `api-key:${actor.apiKeyId}`;
  }
};

const placeOf = (id: IdempotencyKeyId) => ({ table: 'idempotency_keys', row: id });

const inProgress = (): DomainError => new DomainError('idempotency_in_progress', { retryAfterSeconds: RETRY_AFTER_SECONDS });

/** Handles another request with the same key. Takes the request over if the first one ended without an effect. */
const continueFrom = async ({ db, auth, clock }: RequestContext, row: KeyRow, fingerprint: string): Promise<IdempotentStart> => {
  if (row.fingerprint !== fingerprint) throw new DomainError('idempotency_key_reused');
  if (row.sealedAnswer !== null) return { answer: storedAnswer.parse(JSON.parse(auth.sealing.open(placeOf(row.id), row.sealedAnswer))) };
  const now = clock.now();
  if (row.leaseUntil > now) throw inProgress();
  if (row.tookEffect) throw new DomainError('idempotency_answer_lost');
  const attempt = row.attempt + 1;
  const { count } = await db
    .update(idempotencyKeys)
    .set({ attempt, leaseUntil: addMs(now, LEASE_MS) })
    .where(and(isAttempt({ id: row.id, attempt: row.attempt }), not(idempotencyKeys.tookEffect), lte(idempotencyKeys.leaseUntil, now)));
  if (count === 0) throw inProgress();
  return { claim: { id: row.id, attempt } };
};

const isAttempt = ({ id, attempt }: IdempotencyClaim) => and(eq(idempotencyKeys.id, id), eq(idempotencyKeys.attempt, attempt));

/**
 * Returns a claim to run the request, or the response of the first request with this key. Throws `idempotency_key_reused` for
 * another request, `idempotency_in_progress` while the first one runs, and `idempotency_answer_lost` if it took effect but the
 * process ended before the response was stored.
 */
export const beginIdempotent = async (ctx: RequestContext, { key, fingerprint }: GivenKey): Promise<IdempotentStart> => {
  const { db, clock } = ctx;
  const now = clock.now();
  const caller = callerOf(ctx);
  const own = and(eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.key, key));
  await db.delete(idempotencyKeys).where(and(own, lte(idempotencyKeys.expiresAt, now)));
  const id = newId<'idempotency-key'>();
  const { count } = await db
    .insert(idempotencyKeys)
    .values({ id, caller, key, fingerprint, leaseUntil: addMs(now, LEASE_MS), expiresAt: addMs(now, VALID_MS) })
    .onConflictDoNothing();
  if (count > 0) return { claim: { id, attempt: 1 } };
  const [row] = await db.select().from(idempotencyKeys).where(own);
  if (row === undefined) throw inProgress();
  return continueFrom(ctx, row, fingerprint);
};

/**
 * Records in the transaction of an effect that it took place. Throws `conflict`, which rolls the effect back, if another request
 * has taken over since.
 */
export const markEffect = async (db: Executor, claim: IdempotencyClaim): Promise<void> => {
  const { count } = await db.update(idempotencyKeys).set({ tookEffect: true }).where(isAttempt(claim));
  if (count === 0) throw new DomainError('conflict');
};

/**
 * Stores the response of a claimed request, sealed, since it may contain a secret. Null: it must not be stored. The key is free
 * again if nothing took effect; if something did and the response is missing, later requests are refused.
 */
export const finishIdempotent = async (ctx: RequestContext, claim: IdempotencyClaim, answer: IdempotentAnswer | null): Promise<void> => {
  const { db, auth, clock } = ctx;
  if (answer === null) {
    await db.delete(idempotencyKeys).where(isAttempt(claim));
    return;
  }
  if (answer.status >= 400) {
    const { count } = await db.delete(idempotencyKeys).where(and(isAttempt(claim), not(idempotencyKeys.tookEffect)));
    if (count > 0) return;
  }
  const sealedAnswer = answer.status >= 500 ? null : auth.sealing.seal(placeOf(claim.id), JSON.stringify(answer));
  await db
    .update(idempotencyKeys)
    .set({ sealedAnswer, leaseUntil: clock.now() })
    .where(and(isAttempt(claim), isNull(idempotencyKeys.sealedAnswer), gt(idempotencyKeys.expiresAt, clock.now())));
};
