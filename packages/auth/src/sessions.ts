import { createHash, randomBytes } from 'node:crypto';
import { DrizzlePostgreSQLAdapter } from '@lucia-auth/adapter-drizzle';
import { authChallenges, type Executor, preparedOnce, sessions, users } from '@notafter/db';
import {
  addMs,
  type Clock,
  type OrganizationId,
  type UserId as OurUserId,
  type Role,
  SESSION_ACTIVITY_BEHIND_MS,
  SESSION_VALID_MS,
} from '@notafter/domain';
import { and, eq, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from 'lucia';
import type { NewSession, SessionOrigin } from './auth-service.ts';

interface UserAttributes {
  readonly orgId: OrganizationId;
  readonly role: Role;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

interface SessionAttributes {
  readonly createdAt: Date;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly lastActiveAt: Date | null;
}

declare module 'lucia' {
  interface Register {
    Lucia: ReturnType<typeof luciaOver>;
    UserId: OurUserId;
    DatabaseUserAttributes: UserAttributes;
    DatabaseSessionAttributes: SessionAttributes;
  }
}

const sessionAndUser = preparedOnce((db) =>
  db
    .select({ session: sessions, user: users })
    .from(sessions)
    .innerJoin(users, eq(sessions.userId, users.id))
    .where(eq(sessions.id, sql.placeholder('id')))
    .prepare('session'),
);

/** Lucia reads the process's clock, the rows use the product's clock: the adapter translates, so that tests can move time. */
class ClockedAdapter extends DrizzlePostgreSQLAdapter {
  readonly #db: Executor;
  readonly #clock: Clock;

  constructor(db: Executor, clock: Clock) {
    super(db, sessions, users);
    this.#db = db;
    this.#clock = clock;
  }

  #aheadMs(): number {
    return this.#clock.now().getTime() - Date.now();
  }

  override async getSessionAndUser(sessionId: string): Promise<[session: DatabaseSession | null, user: DatabaseUser | null]> {
    const [found] = await sessionAndUser(this.#db).execute({ id: sessionId });
    if (found === undefined) return [null, null];
    const { id, userId, expiresAt, ...attributes } = found.session;
    const { id: foundUserId, ...userAttributes } = found.user;
    return [
      { id, userId, expiresAt: addMs(expiresAt, -this.#aheadMs()), attributes },
      { id: foundUserId, attributes: userAttributes },
    ];
  }

  override setSession(session: DatabaseSession): Promise<void> {
    return super.setSession({ ...session, expiresAt: addMs(session.expiresAt, this.#aheadMs()) });
  }

  override updateSessionExpiration(sessionId: string, expiresAt: Date): Promise<void> {
    return super.updateSessionExpiration(sessionId, addMs(expiresAt, this.#aheadMs()));
  }
}

const luciaOver = (db: Executor, clock: Clock) =>
  new Lucia(new ClockedAdapter(db, clock), {
    sessionExpiresIn: new TimeSpan(SESSION_VALID_MS, 'ms'),
    getSessionAttributes: ({ lastActiveAt }) => ({ lastActiveAt }),
    getUserAttributes: ({ orgId, role, email, firstName, lastName }) => ({ orgId, role, email, firstName, lastName }),
  });

const TOKEN_BYTES = 32;
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;
const USER_AGENT_MAX_LENGTH = 400;

/** The row's key; the table does not reveal cookies. */
const sessionIdOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Records that a session is in use, with at most one write in ten minutes, however many requests come at once. */
const noteActivity = async (db: Executor, sessionId: string, lastActiveAt: Date | null, now: Date): Promise<void> => {
  const stale = addMs(now, -SESSION_ACTIVITY_BEHIND_MS);
  if (lastActiveAt !== null && lastActiveAt > stale) return;
  await db
    .update(sessions)
    .set({ lastActiveAt: now })
    .where(and(eq(sessions.id, sessionId), or(isNull(sessions.lastActiveAt), lte(sessions.lastActiveAt, stale))));
};

/** Deletes sign-ins in progress. Runs before the sessions end: a concurrent second factor then commits its session in time to be ended. */
const dropChallenges = async (db: Executor, userId: OurUserId): Promise<void> => {
  await db.delete(authChallenges).where(eq(authChallenges.userId, userId));
};

/** Creates Lucia over the given executor: two small objects, so one per call is cheap and works in transactions. */
export const createSessions = (clock: Clock) => ({
  async create(db: Executor, userId: OurUserId, origin: SessionOrigin): Promise<NewSession> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const createdAt = clock.now();
    await luciaOver(db, clock).createSession(
      userId,
      { createdAt, ip: origin.ip, userAgent: origin.userAgent?.slice(0, USER_AGENT_MAX_LENGTH) ?? null, lastActiveAt: null },
      { sessionId: sessionIdOf(token) },
    );
    return { token, expiresAt: addMs(createdAt, SESSION_VALID_MS) };
  },

  end: (db: Executor, sessionId: string): Promise<void> => luciaOver(db, clock).invalidateSession(sessionId),

  async endAll(db: Executor, userId: OurUserId): Promise<void> {
    await dropChallenges(db, userId);
    await luciaOver(db, clock).invalidateUserSessions(userId);
  },

  async endOthers(db: Executor, userId: OurUserId, keptSessionId: string): Promise<number> {
    await dropChallenges(db, userId);
    const ended = await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, keptSessionId)));
    return ended.count;
  },

  async resolve(db: Executor, token: string) {
    if (!tokenPattern.test(token)) return null;
    const { session, user } = await luciaOver(db, clock).validateSession(sessionIdOf(token));
    if (session === null) return null;
    await noteActivity(db, session.id, session.lastActiveAt, clock.now());
    return { user, sessionId: session.id, extendedUntil: session.fresh ? addMs(clock.now(), SESSION_VALID_MS) : null };
  },
});
