import { certificates, type Executor } from '@notafter/db';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { matchesStatus, searchPattern } from './certificate-query.ts';
import { follows, inOrder, keys, type PageKey, type PageRequest, type PageRow } from './list-order.ts';

// A search in the order of the very text it looks for has its matches in one lump, which may lie anywhere. The matches
// are therefore taken from three sources that each have an index: domains that begin with the text (a range of the order
// by domain), domains that hold it further on (trigrams of all but the first character), and issuers that hold it (a
// range each of the order by issuer).

/** Issuers of one organisation are few. Those beyond this many are read in one go. */
const ISSUERS_MAX = 500;
/** `issuer_key` is cut here: longer names are looked at row by row. */
const ISSUER_KEY_LENGTH = 100;
export const MIN_TRIGRAM_LENGTH = 3;
/** Sorts behind everything that begins with the same text. */
const LAST_CHARACTER = '\u{10FFFF}';

/** Every issuer of the organisation, by one look into the index each; the last one may be the first of those beyond. */
const issuersOf = ({ orgId }: PageRequest): SQL => sql`
  issuers (key, place) as (
    (select issuer_key, 1 from certificates where org_id = ${orgId} order by issuer_key limit 1)
    union all
    select (select issuer_key from certificates where org_id = ${orgId} and issuer_key > issuers.key order by issuer_key limit 1), place + 1
    from issuers where key is not null and place <= ${ISSUERS_MAX}
  )`;

const inOrganization = ({ orgId, filter, now }: PageRequest): SQL | undefined =>
  and(eq(certificates.orgId, orgId), matchesStatus(filter.status, now));

const beginsWith = (text: string): SQL =>
  sql`${certificates.searchText} >= lower(${text}::text) and ${certificates.searchText} < lower(${text}::text) || ${LAST_CHARACTER}`;
const holds = (text: string): SQL => sql`${certificates.searchText} like ${searchPattern(text)}`;

/** Trigrams at the edge of a word are in every other name: looking them up costs more than the few rows they would rule out. */
const withoutEdges = (text: string): string => {
  const word = text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  return word.length < MIN_TRIGRAM_LENGTH ? text : word;
};
const holdsFurtherOn = (text: string): SQL =>
  sql`lower(substr(${certificates.domain}, 2)) like ${searchPattern(withoutEdges(text))} and ${holds(text)}`;

/** The parts; `limited` ends each select, and may put it in order. Without `furtherOn` only what ranges of an index hold. */
const partsOf = (request: PageRequest, furtherOn: SQL | null, condition: SQL | undefined, limited: SQL): SQL => {
  const { search } = request.filter;
  const columns = sql`id, ${keys[request.sort].column}`;
  const selected = (matches: SQL): SQL =>
    sql`select ${columns} from certificates where ${and(inOrganization(request), matches, condition)} ${limited}`;
  // Driven by the issuers' names even where one part is rarely needed: on its own it would start parallel workers for nothing.
  const issuedBy = (issuers: SQL, rows: SQL): SQL => sql`
    select issued.* from issuers cross join lateral (${selected(sql`${rows} and ${holds(search)}`)}) as issued where ${issuers}`;
  const mayHold = sql`(issuers.key like ${searchPattern(search)} or length(issuers.key) >= ${ISSUER_KEY_LENGTH})`;
  return sql`
    (${selected(beginsWith(search))})
    ${furtherOn === null ? sql`` : sql`union (select ${columns} from ${furtherOn} as certificates where ${condition ?? sql`true`} ${limited})`}
    union (${issuedBy(sql`place <= ${ISSUERS_MAX} and ${mayHold}`, sql`${certificates.issuerKey} = issuers.key`)})
    union (${issuedBy(sql`place > ${ISSUERS_MAX}`, sql`${certificates.issuerKey} >= issuers.key`)})`;
};

/** One page of the matches, and how many there are, counted up to one more than `cap`. */
export const findByParts = async (
  db: Executor,
  request: PageRequest,
  cap: number,
): Promise<{ readonly rows: readonly PageKey[]; readonly total: number }> => {
  const { filter, sort, take } = request;
  const furtherOn = sql`further_on`;
  const [found] = await db.execute<{ total: number; rows: PageRow[] }>(sql`
    with recursive ${issuersOf(request)}, further_on as materialized (
      select id, ${keys[sort].column} from certificates where ${and(inOrganization(request), holdsFurtherOn(filter.search))}
    ), counted as (
      select 1 from (${partsOf(request, furtherOn, undefined, sql`limit ${cap + 1}`)}) as matches limit ${cap + 1}
    ), page as (
      select id, ${keys[sort].shown} as key, row_number() over () as place from (
        select * from (${partsOf(request, furtherOn, follows(request), sql`${inOrder(request)} limit ${take}`)}) as certificates
        ${inOrder(request)} limit ${take}
      ) as certificates
    )
    select (select count(*)::int from counted) as total,
           (select coalesce(json_agg(json_build_object('id', id, 'key', key) order by place), '[]') from page) as rows`);
  return { rows: found?.rows ?? [], total: found?.total ?? 0 };
};

const countParts = async (db: Executor, request: PageRequest, furtherOn: SQL | null, cap: number): Promise<number> => {
  const [row] = await db.execute<{ count: number }>(sql`
    with recursive ${issuersOf(request)}
    select count(*)::int as count from (
      select 1 from (${partsOf(request, furtherOn, undefined, sql`limit ${cap + 1}`)}) as matches limit ${cap + 1}
    ) as counted`);
  return row?.count ?? 0;
};

/** How many match, counted up to one more than `cap`. */
export const countByParts = (db: Executor, request: PageRequest, cap: number): Promise<number> =>
  countParts(
    db,
    request,
    sql`(select id, ${keys[request.sort].column} from certificates
      where ${and(inOrganization(request), holdsFurtherOn(request.filter.search))} limit ${cap + 1})`,
    cap,
  );

/** At least this many match, counted up to one more than `cap`: what begins with the text, or is issued by one who holds it. */
export const countRanges = (db: Executor, request: PageRequest, cap: number): Promise<number> => countParts(db, request, null, cap);
