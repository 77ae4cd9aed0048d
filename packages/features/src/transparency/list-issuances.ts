import { issuances } from '@notafter/db';
import { type IssuanceFilter, listIssuancesInput } from '@notafter/domain/inputs';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { decodeCursor, encodeCursor } from '../list-cursor.ts';
import { literalInLike } from '../literal-in-like.ts';
import { useCase } from '../use-case.ts';
import { isOpenIssuance } from './internal/domain-view.ts';
import { type IssuanceView, issuanceViewOf, selectIssuances } from './internal/issuance-view.ts';

export interface IssuancePage {
  /** Those found last first. */
  readonly issuances: readonly IssuanceView[];
  readonly nextCursor: string | null;
  /** Of every issuance of the organization, whatever the filter. */
  readonly counts: { readonly total: number; readonly open: number };
}

const conditionOf = (filter: IssuanceFilter): SQL => {
  switch (filter) {
    case 'open':
      return isOpenIssuance;
    case 'ours':
    case 'not_ours':
      return eq(issuances.verdict, filter);
    default:
      return eq(issuances.state, filter);
  }
};

const hasName = (search: string): SQL =>
  sql`exists (select from unnest(${issuances.names}) as name where name like ${`%${literalInLike(search.toLowerCase())}%`})`;

/** Returns one page of the certificates that were issued below the watched domains. Throws `invalid_input` for a wrong cursor. */
export const listIssuances = useCase({
  name: 'transparency/list-issuances',
  access: 'member',
  apiKey: 'read',
  input: listIssuancesInput,
})(async (ctx, { filter, domainId, search, cursor, limit }): Promise<IssuancePage> => {
  const after = cursor === undefined || cursor === null ? null : decodeCursor<'issuance'>(cursor);
  const ofOrg = eq(issuances.orgId, ctx.org.id);
  const rows = await selectIssuances(
    ctx.db,
    and(
      ofOrg,
      filter === undefined ? undefined : conditionOf(filter),
      domainId === undefined ? undefined : eq(issuances.domainId, domainId),
      search === undefined || search === '' ? undefined : hasName(search),
      after === null ? undefined : sql`(${issuances.foundAt}, ${issuances.id}) < (${after.at.toISOString()}::timestamptz, ${after.id})`,
    ),
  ).limit(limit + 1);
  const page = rows.slice(0, limit).map(issuanceViewOf);
  const last = page.at(-1);
  const [counts] = await ctx.db
    .select({ total: sql<number>`count(*)::int`, open: sql<number>`count(*) filter (where ${isOpenIssuance})::int` })
    .from(issuances)
    .where(ofOrg);
  return {
    issuances: page,
    nextCursor: rows.length > limit && last !== undefined ? encodeCursor({ at: last.foundAt, id: last.id }) : null,
    counts: counts ?? { total: 0, open: 0 },
  };
});
