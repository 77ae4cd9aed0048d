import { sessions } from '@notafter/db';
import { deviceOf } from '@notafter/domain';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { type OrgContext, requirePerson } from '../../context.ts';
import { sessionHandleOf } from './internal/session-handle.ts';

export interface SessionEntry {
  /** Names the session to `endSession`; good for nothing else. */
  readonly handle: string;
  /** In our words, such as 'Firefox on Windows'; null where the browser did not say. */
  readonly device: string | null;
  /** Where it was signed in from. */
  readonly ip: string | null;
  readonly createdAt: Date;
  /** At most ten minutes behind. */
  readonly lastActiveAt: Date;
  /** The one that asks. */
  readonly current: boolean;
}

/** More browsers than anyone signs in with; it bounds the answer. */
const LISTED_MAX = 100;

/** Where the person is signed in: this browser first, then the latest used. */
export const listSessions = async (ctx: OrgContext): Promise<{ sessions: readonly SessionEntry[] }> => {
  const person = requirePerson(ctx, 'accounts/list-sessions');
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
};
