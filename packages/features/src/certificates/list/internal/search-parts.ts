import { certificates, type Executor, executePrepared } from '@notafter/db';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { matchesStatus, searchPattern } from './certificate-query.ts';
import { follows, inOrder, inOrderOfIds, keys, type PageKey, type PageRequest, type PageRow, rowsAtMost } from './list-order.ts';

// A search in the order of the very text it looks for has its matches in one lump, which may lie anywhere. The matches
// are therefore taken from three sources that each have an index: domains that begin with the text (a range of the order
// by domain), domains that hold it further on (trigrams of all but the first character), and issuers that hold it (a
// range each of the order by issuer).

/** One organization has few issuers. Those beyond this many are read together. */
const ISSUERS_MAX = sql.raw('500');
/** `issuer_key` is truncated here: longer names are compared row by row. */
const ISSUER_KEY_LENGTH = 100;
export const MIN_TRIGRAM_LENGTH = 3;
/** Sorts after everything that begins with the same text. */
const LAST_CHARACTER = '\u{10FFFF}';

/** Returns every issuer of the organization, by one index lookup each; the last one may be the first beyond the limit. */
const issuersOf = ({ orgId }: PageRequest): SQL => sql`
  issuers (key, place) as (
    (select issuer_key, 1 from certificates where org_id = ${orgId} order by issuer_key limit 1)
    union all
    select (select issuer_key from certificates where org_id = ${orgId} and issuer_key > issuers.key order by issuer_key limit 1), place + 1
    from issuers where key is not null and place <= ${ISSUERS_MAX}
  )`;

/** The texts are folded in subqueries, which a prepared statement runs once. */
const beginsWith = (text: string): SQL =>
  sql`${certificates.searchText} >= (select lower(${text}::text)) and ${certificates.searchText} < (select lower(${text}::text)) || ${LAST_CHARACTER}`;
const holds = (text: string): SQL => sql`${certificates.searchText} like ${searchPattern(text)}`;

/** Trigrams at the edge of a word are in every other name: looking them up costs more than the few rows they exclude. */
const withoutEdges = (text: string): string => {
  const word = text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  return word.length < MIN_TRIGRAM_LENGTH ? text : word;
};
const holdsFurtherOn = (text: string): SQL => sql`lower(substr(${certificates.domain}, 2)) like ${searchPattern(withoutEdges(text))}`;

interface Part {
  /** A condition that an index covers as a range. */
  readonly range: SQL;
  /** The order in which that index returns the range's rows; null without one. */
  readonly sort: PageRequest['sort'] | null;
  /** That order, explicitly. The planner does not know that rows of one issuer are sorted by issuer and id. */
  readonly order: SQL;
}

/** How much of each part to read: a page after a row and in order, or any rows to count. */
interface Wanted {
  readonly page: boolean;
  readonly limit: SQL;
}

/**
 * The rows of one part. The offset keeps the planner on the range's index: without known parameters it assumes that every other
 * condition is rare. A range in the list's own order is read in it, no further than the page.
 */
const rowsOf = (request: PageRequest, part: Part, { page, limit }: Wanted): SQL => {
  const { orgId, filter, now, sort } = request;
  const isInOrder = page && part.sort === sort;
  const order = isInOrder ? part.order : inOrder(request);
  const position = page ? follows(request) : undefined;
  return sql`
    select id, ${keys[sort].column} from (
      select id, search_text, issuer_key, expires_at, unreachable_reason from certificates
      where ${and(eq(certificates.orgId, orgId), part.range, isInOrder ? position : undefined)} ${isInOrder ? order : sql``} offset 0
    ) as certificates
    where ${and(holds(filter.search), matchesStatus(filter.status, now), isInOrder ? undefined : position)}
    ${page ? order : sql``} ${limit}`;
};

const partsOf = (request: PageRequest, furtherOn: SQL | null, wanted: Wanted): SQL => {
  const { search } = request.filter;
  // Driven by the issuers' names even if one part is rarely needed: otherwise it would start parallel workers for nothing.
  const issuedBy = (issuers: SQL, range: SQL, order: SQL): SQL => sql`
    select issued.* from issuers cross join lateral (${rowsOf(request, { range, sort: 'issuer', order }, wanted)}) as issued where ${issuers}`;
  const mayHold = sql`(issuers.key like ${searchPattern(search)} or length(issuers.key) >= ${ISSUER_KEY_LENGTH})`;
  return sql`
    (${rowsOf(request, { range: beginsWith(search), sort: 'domain', order: inOrder(request) }, wanted)})
    ${furtherOn === null ? sql`` : sql`union (${furtherOn})`}
    union (${issuedBy(sql`place <= ${ISSUERS_MAX} and ${mayHold}`, sql`${certificates.issuerKey} = issuers.key`, inOrderOfIds(request))})
    union (${issuedBy(sql`place > ${ISSUERS_MAX}`, sql`${certificates.issuerKey} >= issuers.key`, inOrder(request))})`;
};

const furtherOnOf = (request: PageRequest, limit: SQL): SQL =>
  rowsOf(request, { range: holdsFurtherOn(request.filter.search), sort: null, order: inOrder(request) }, { page: false, limit });

/** Returns one page of the matches and their number, counted up to one more than `cap`. */
export const findByParts = async (
  db: Executor,
  request: PageRequest,
  cap: number,
): Promise<{ readonly rows: readonly PageKey[]; readonly total: number }> => {
  const { sort, take } = request;
  const counted = rowsAtMost(cap + 1);
  const page = rowsAtMost(take);
  const [found] = await executePrepared<{ total: number; rows: PageRow[] }>(
    db,
    sql`
    with recursive ${issuersOf(request)}, further_on as materialized (${furtherOnOf(request, sql``)}), counted as (
      select 1 from (${partsOf(request, sql`select * from further_on ${counted}`, { page: false, limit: counted })}) as matches ${counted}
    ), nearest as (
      select * from further_on as certificates where ${follows(request) ?? sql`true`} ${inOrder(request)} ${page}
    ), page as (
      select id, ${keys[sort].shown} as key, row_number() over () as place from (
        select * from (${partsOf(request, sql`select * from nearest`, { page: true, limit: page })}) as certificates
        ${inOrder(request)} ${page}
      ) as certificates
    )
    select (select count(*)::int from counted) as total,
           (select coalesce(json_agg(json_build_object('id', id, 'key', key) order by place), '[]') from page) as rows`,
  );
  return { rows: found?.rows ?? [], total: found?.total ?? 0 };
};

/** Returns a lower bound of the matches, counted up to one more than `cap`: domains and issuers that start with the text. */
export const countRanges = async (db: Executor, request: PageRequest, cap: number): Promise<number> => {
  const counted = rowsAtMost(cap + 1);
  const [row] = await executePrepared<{ count: number }>(
    db,
    sql`
    with recursive ${issuersOf(request)}
    select count(*)::int as count from (
      select 1 from (${partsOf(request, null, { page: false, limit: counted })}) as matches ${counted}
    ) as counted`,
  );
  return row?.count ?? 0;
};

/** Returns the number of matches, counted up to one more than `cap`; looks up trigrams only if the ranges do not reach it. */
export const countByParts = async (db: Executor, request: PageRequest, cap: number): Promise<number> => {
  const counted = rowsAtMost(cap + 1);
  const [row] = await executePrepared<{ count: number }>(
    db,
    sql`
    with recursive ${issuersOf(request)}, ranges as materialized (
      select * from (${partsOf(request, null, { page: false, limit: counted })}) as matches ${counted}
    ), further_on as (${furtherOnOf(request, counted)})
    select case
      when (select count(*) from ranges) > ${sql.raw(String(cap))} then (select count(*) from ranges)
      else (select count(*) from (select * from ranges union select * from further_on ${counted}) as matches)
    end::int as count`,
  );
  return row?.count ?? 0;
};
