import { invitations } from '@notafter/db';
import { idInput, listInvitationsInput } from '@notafter/domain/inputs';
import { and, desc, eq, lt } from 'drizzle-orm';
import { cursorCodec } from '../list-cursor.ts';
import { useCase } from '../use-case.ts';
import { type InvitationView, toInvitationView } from './internal/invitation-view.ts';
import { isUndecided } from './seats.ts';

export interface InvitationList {
  /** Neither accepted nor revoked, newest first. Codes are only in the mails. */
  readonly invitations: readonly InvitationView[];
  readonly nextCursor: string | null;
  /** On all pages together. */
  readonly total: number;
}

/** Invitations are in the order of their ids, which is that of their creation. */
const invitationCursor = cursorCodec(idInput<'invitation'>());

/** Returns open invitations. Throws `invalid_input` for a cursor of another list. */
export const listInvitations = useCase({
  name: 'team/list-invitations',
  access: 'member',
  input: listInvitationsInput,
})(async (ctx, { limit, cursor }): Promise<InvitationList> => {
  const after = cursor === undefined || cursor === null ? null : invitationCursor.decode(cursor);
  const open = and(eq(invitations.orgId, ctx.org.id), isUndecided);
  const rows = await ctx.db
    .select()
    .from(invitations)
    .where(and(open, after === null ? undefined : lt(invitations.id, after)))
    .orderBy(desc(invitations.id))
    .limit(limit + 1);
  const now = ctx.clock.now();
  const shown = rows.slice(0, limit).map((row) => toInvitationView(row, now));
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const total = await ctx.db.$count(invitations, open);
  return { invitations: shown, nextCursor: last === undefined ? null : invitationCursor.encode(last.id), total };
});
