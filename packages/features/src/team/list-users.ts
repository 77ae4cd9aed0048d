import { users } from '@notafter/db';
import { hasControlCharacters, type Seats } from '@notafter/domain';
import { idInput, type ListUsersInput, listUsersInput } from '@notafter/domain/inputs';
import { and, asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { cursorCodec } from '../list-cursor.ts';
import { useCase } from '../use-case.ts';
import { memberColumns, type TeamMember, toMember } from './internal/member-view.ts';
import { countSeats } from './seats.ts';

export interface UserList {
  readonly users: readonly TeamMember[];
  readonly nextCursor: string | null;
  /** Matches on all pages together; without a search, all members. */
  readonly total: number;
  readonly seats: Seats;
}

/** More people than any team has; bounds the response. */
const LISTED_MAX = 10_000;

const name = z.string().refine((text) => !hasControlCharacters(text) && text.isWellFormed());
/** The last member of a page in the order by name. */
const memberCursor = cursorCodec(z.tuple([name, name, idInput<'user'>()]));

/** Returns members that match the search, by name; without a limit all of them. Throws `invalid_input` for a cursor of another list. */
export const listUsers = useCase({
  name: 'team/list-users',
  access: 'member',
  input: listUsersInput.optional(),
})(async (ctx, input: Partial<ListUsersInput> = {}): Promise<UserList> => {
  const limit = input.limit ?? LISTED_MAX;
  const { id, firstName, lastName, email, orgId } = users;
  const place = input.cursor === undefined || input.cursor === null ? null : memberCursor.decode(input.cursor);
  const follows = place === null ? undefined : sql`(${firstName}, ${lastName}, ${id}) > (${place[0]}, ${place[1]}, ${place[2]}::uuid)`;
  const search = input.search ?? '';
  // Not LIKE, whose wildcards would have to be escaped.
  const found = search === '' ? undefined : sql`strpos(lower(${firstName} || ' ' || ${lastName} || ' ' || ${email}), lower(${search})) > 0`;
  const matching = and(eq(orgId, ctx.org.id), found);
  const rows = await ctx.db
    .select(memberColumns)
    .from(users)
    .where(and(matching, follows))
    .orderBy(asc(firstName), asc(lastName), asc(id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit).map(toMember);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const seats = await countSeats(ctx.db, ctx.org.id, ctx.entitlements.memberLimit, ctx.clock.now());
  return {
    users: shown,
    nextCursor: last === undefined ? null : memberCursor.encode([last.firstName, last.lastName, last.id]),
    total: found === undefined ? seats.members : await ctx.db.$count(users, matching),
    seats,
  };
});
