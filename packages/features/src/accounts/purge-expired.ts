import {
  auditLog,
  authChallenges,
  cachedImages,
  emailChanges,
  idempotencyKeys,
  invitations,
  oneTimeLinks,
  organizations,
  rateLimits,
  sessions,
  totpSecrets,
  users,
} from '@notafter/db';
import { AUDIT_KEPT_DAYS, addMs, DAY_MS, ENDED_LINK_KEPT_MS, UNPROVEN_KEPT_MS } from '@notafter/domain';
import { and, eq, exists, inArray, isNull, lt, not } from 'drizzle-orm';
import type { SystemContext } from '../context.ts';
import { useCase } from '../use-case.ts';
import { isProven } from './registration/unproven-sign-up.ts';

/** Pictures that were not requested for a month belong to former members. */
const IMAGE_KEPT_MS = 30 * DAY_MS;

/** Organizations locked at a time. */
const UNPROVEN_BATCH = 200;

/** Rows removed, by kind. */
export interface Purged {
  readonly sessions: number;
  readonly links: number;
  readonly emailChanges: number;
  readonly challenges: number;
  /** Authenticator apps whose setup was not confirmed. */
  readonly apps: number;
  readonly throttles: number;
  readonly idempotencyKeys: number;
  readonly invitations: number;
  readonly images: number;
  readonly auditRows: number;
  /** Organizations without a proven address. */
  readonly unproven: number;
}

/** An unconfirmed sign-up holds an address that may belong to another person: two weeks are enough to read the mail. */
const purgeUnproven = async (ctx: SystemContext): Promise<number> => {
  const before = addMs(ctx.clock.now(), -UNPROVEN_KEPT_MS);
  let purged = 0;
  for (;;) {
    const { found, gone } = await purgeUnprovenBatch(ctx, before);
    purged += gone;
    if (found < UNPROVEN_BATCH) return purged;
  }
};

/** Checks again after locking the people: an activation at this moment is waited for and keeps the account. */
const purgeUnprovenBatch = ({ db }: SystemContext, before: Date) =>
  db.transaction(async (tx) => {
    const people = tx.select({ id: users.id }).from(users).where(eq(users.orgId, organizations.id));
    // The organization before its people, in the order of its delete.
    const found = await tx
      .select({ id: organizations.id })
      .from(organizations)
      .where(and(lt(organizations.createdAt, before), exists(people), not(isProven(tx, organizations.id))))
      .orderBy(organizations.id)
      .limit(UNPROVEN_BATCH)
      .for('update', { skipLocked: true });
    const ids = found.map(({ id }) => id);
    if (ids.length === 0) return { found: 0, gone: 0 };
    await tx.select({ id: users.id }).from(users).where(inArray(users.orgId, ids)).orderBy(users.id).for('update');
    const { count } = await tx.delete(organizations).where(and(inArray(organizations.id, ids), not(isProven(tx, organizations.id))));
    return { found: ids.length, gone: count };
  });

/** Job: removes expired sessions, challenges, throttles and idempotency keys, authenticator apps not confirmed within a day, links and invitations 30 days after their end, pictures not fetched for 30 days, sign-ups not confirmed within two weeks, and audit rows after 400 days. */
export const purgeExpired = useCase({
  name: 'accounts/purge-expired',
  access: 'system',
})(async (ctx): Promise<Purged> => {
  const { db, clock } = ctx;
  const now = clock.now();
  const ended = await db.delete(sessions).where(lt(sessions.expiresAt, now));
  const links = await db.delete(oneTimeLinks).where(lt(oneTimeLinks.expiresAt, addMs(now, -ENDED_LINK_KEPT_MS)));
  const changes = await db.delete(emailChanges).where(lt(emailChanges.expiresAt, addMs(now, -ENDED_LINK_KEPT_MS)));
  const challenges = await db.delete(authChallenges).where(lt(authChallenges.expiresAt, now));
  const unconfirmed = and(isNull(totpSecrets.confirmedAt), lt(totpSecrets.createdAt, addMs(now, -DAY_MS)));
  const apps = await db.delete(totpSecrets).where(unconfirmed);
  const throttles = await db.delete(rateLimits).where(lt(rateLimits.expire, now.getTime()));
  const keys = await db.delete(idempotencyKeys).where(lt(idempotencyKeys.expiresAt, now));
  const invited = await db.delete(invitations).where(lt(invitations.expiresAt, addMs(now, -ENDED_LINK_KEPT_MS)));
  const images = await db.delete(cachedImages).where(lt(cachedImages.fetchedAt, addMs(now, -IMAGE_KEPT_MS)));
  const auditRows = await db.delete(auditLog).where(lt(auditLog.at, addMs(now, -AUDIT_KEPT_DAYS * DAY_MS)));
  return {
    sessions: ended.count,
    links: links.count,
    emailChanges: changes.count,
    challenges: challenges.count,
    apps: apps.count,
    throttles: throttles.count,
    idempotencyKeys: keys.count,
    invitations: invited.count,
    images: images.count,
    auditRows: auditRows.count,
    unproven: await purgeUnproven(ctx),
  };
});
