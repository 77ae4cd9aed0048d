import { organizations } from '@notafter/db';
import type { OrganizationId } from '@notafter/domain';
import { idInput, listOrganizationsInput } from '@notafter/domain/inputs';
import { and, count, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { cursorCodec } from '../list-cursor.ts';
import { literalInLike } from '../literal-in-like.ts';
import { useCase } from '../use-case.ts';
import { type AdminOrganization, readOrganizations } from './internal/organization-rows.ts';

export interface AdminOrganizationList {
  readonly organizations: readonly AdminOrganization[];
  readonly total: number;
  readonly nextCursor: string | null;
}

/** The name in lower case and the ID of a page's last row. */
const codec = cursorCodec(z.tuple([z.string().max(1000), idInput<'organization'>()]));
const byName = sql`lower(${organizations.name})`;

/** Part of the name, or of the address of a member. */
const matches = (search: string): SQL | undefined => {
  if (search === '') return undefined;
  const part = `%${literalInLike(search)}%`;
  return sql`(${organizations.name} ilike ${part} or ${organizations.id} in (select org_id from users where email ilike ${part}))`;
};

/** Returns a page of the organizations, by name. Throws `invalid_input` for a cursor that is not of this list. */
export const listOrganizations = useCase({
  name: 'admin/list-organizations',
  access: 'platform',
  via: 'session',
  input: listOrganizationsInput,
})(async (ctx, { search, limit, cursor }): Promise<AdminOrganizationList> => {
  const found = matches(search);
  const after = cursor === undefined ? undefined : codec.decode(cursor);
  const [[counted], rows] = await Promise.all([
    ctx.db.select({ total: count() }).from(organizations).where(found),
    ctx.db
      .select({ id: organizations.id, key: sql<string>`${byName}` })
      .from(organizations)
      .where(and(found, after === undefined ? undefined : sql`(${byName}, ${organizations.id}) > (${after[0]}, ${after[1]}::uuid)`))
      .orderBy(byName, organizations.id)
      .limit(limit + 1),
  ]);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const ids: OrganizationId[] = page.map(({ id }) => id);
  return {
    organizations: await readOrganizations(
      ctx,
      sql`select * from unnest(${`{${ids.join(',')}}`}::uuid[]) with ordinality as listed (id, place)`,
    ),
    total: counted?.total ?? 0,
    nextCursor: last === undefined ? null : codec.encode([last.key, last.id]),
  };
});
