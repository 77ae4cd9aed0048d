import { sessions } from '@notafter/db';
import { deviceOf } from '@notafter/domain';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { sessionHandleOf } from './internal/session-handle.ts';

export interface SessionEntry {
  /** Identifies the session for `endSession` only. */
  readonly handle: string;
  /** Our words, such as 'Firefox on Windows'; null if the browser did not say. */
  readonly device: string | null;
  /** The address it was signed in from. */
  readonly ip: string | null;
  readonly createdAt: Date;
  /** Up to ten minutes old. */
  readonly lastActiveAt: Date;
  /** The caller's session. */
  readonly current: boolean;
}

/** More sessions than anyone has; bounds the response. */
const LISTED_MAX = 100;

/** Returns the person's sessions: this browser first, then by last use. */
export const listSessions = useCase({
  name: 'accounts/list-sessions',
  access: 'member',
  via: 'session',
})(async (ctx): Promise<{ sessions: readonly SessionEntry[] }> => {
  const person = ctx.actor;
  const currentId = person.via === 'session' ? person.sessionId : null;
  const lastActive = sql`coalesce(${sessions.lastActiveAt}, ${sessions.createdAt})`;
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, person.userId), gt(sessions.expiresAt, ctx.clock.now())))
    .orderBy(desc(sql`${sessions.id} = ${currentId ?? ''}`), desc(lastActive), desc(sessions.id))
    .limit(LISTED_MAX);
  return {
    sessions: rows.map(({ id, ip, userAgent, createdAt, lastActiveAt }) => ({
      handle: sessionHandleOf(id),
      device: deviceOf(userAgent),
      ip,
      createdAt,
      lastActiveAt: lastActiveAt ?? createdAt,
      current: id === currentId,
    })),
  };
});
