import { auditLog, organizations } from '@notafter/db';
import { auditSubject } from '@notafter/domain';
import { idInput, listAdminActivityInput } from '@notafter/domain/inputs';
import { and, desc, eq, lt, notInArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { cursorCodec } from '../list-cursor.ts';
import { auditSentence, useCase } from '../use-case.ts';

export const activityTypes = ['organization', 'user', 'certificate', 'other'] as const;
export type ActivityType = (typeof activityTypes)[number];

export interface AdminActivity {
  readonly type: ActivityType;
  /** The action, its subject and its organization. */
  readonly description: string;
  readonly timestamp: Date;
}

export interface AdminActivityList {
  readonly activities: readonly AdminActivity[];
  readonly nextCursor: string | null;
}

const typeOfSlice: Readonly<Record<string, ActivityType>> = {
  admin: 'organization',
  billing: 'organization',
  accounts: 'user',
  team: 'user',
  settings: 'user',
  certificates: 'certificate',
  discovery: 'certificate',
};

/** They happen all day and would leave no room for anything else. */
const ROUTINE = [
  'accounts/login',
  'accounts/finish-login',
  'accounts/begin-passkey-login',
  'accounts/login-with-passkey',
  'accounts/finish-oauth',
  'accounts/logout',
];

const codec = cursorCodec(z.tuple([idInput<'audit-entry'>()]));

/** Returns what was done in all organizations, newest first, sign-ins aside. IDs are in the order of time, so no other index is read. */
export const listAdminActivity = useCase({
  name: 'admin/list-admin-activity',
  access: 'platform',
  via: 'session',
  input: listAdminActivityInput,
})(async (ctx, { limit, cursor }): Promise<AdminActivityList> => {
  const [after] = cursor === undefined ? [] : codec.decode(cursor);
  const rows = await ctx.db
    .select({
      id: auditLog.id,
      action: auditLog.action,
      email: auditLog.actorEmail,
      detail: auditLog.detail,
      at: auditLog.at,
      organization: sql<string | null>`${organizations.name}`,
    })
    .from(auditLog)
    .leftJoin(organizations, eq(organizations.id, auditLog.orgId))
    .where(and(notInArray(auditLog.action, ROUTINE), after === undefined ? undefined : lt(auditLog.id, after)))
    .orderBy(desc(auditLog.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    activities: page.map(({ action, email, detail, at, organization }) => {
      const subject = auditSubject(detail) ?? email;
      const where = organization === null || organization === subject ? '' : ` (${organization})`;
      return {
        type: typeOfSlice[action.split('/', 1)[0] ?? ''] ?? 'other',
        description: `${auditSentence(action)}${subject === null ? '' : `: ${subject}`}${where}`,
        timestamp: at,
      };
    }),
    nextCursor: last === undefined ? null : codec.encode([last.id]),
  };
});
