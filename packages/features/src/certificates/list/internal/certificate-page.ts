import { certificates, type Executor, executePrepared } from '@notafter/db';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { CertificateReach } from '../../../certificate-reach.ts';
import { matchesFilter, matchesSearch, matchesStatus } from './certificate-query.ts';
import { follows, inOrder, keys, type PageKey, type PageRequest, type PageRow, rowsAtMost, scanned } from './list-order.ts';
import { countByParts, countRanges, findByParts, MIN_TRIGRAM_LENGTH } from './search-parts.ts';

// Each step reads a bounded number of index entries, whatever plan is chosen; docs/decisions has the figures.

/** Up to this many candidates are all read, which gives the page and the exact count at once. Fewer if the count is known. */
export const GATHER_MAX = 20_000;
const GATHER_COUNTED_MAX = 4_000;
/** Index entries read in the list's order; the longer stretch only if the shorter one suggests that it fills the page. */
export const SCAN_ROWS = 2_000;
const LONG_SCAN_ROWS = 20_000;
/** A search with more matches says "more than" this many. */
export const SEARCH_COUNT_CAP = 1_000;
/** Row limits of statements: literal, so that a plan for any parameters knows them, and few, since each is a separate statement. */
const PREPARED_SIZES = [26, 51, 101, 251, 501, 1_001, 10_001];
/** From one match per this many entries on, counting in order is cheaper than by trigrams. */
const DENSE_ROWS_PER_MATCH = 60;

export interface FoundPage {
  readonly rows: readonly PageKey[];
  /** The exact number of matches, if finding the page produced it. */
  readonly total: number | null;
  /** There are more than `total`. */
  readonly totalCapped: boolean;
  /** Matches are so frequent in this order that counting in it is cheaper than by trigrams. */
  readonly isDense: boolean;
}

/** These pages cover a whole organization; narrowed-page.ts handles a scope. */
const whole = ({ orgId }: PageRequest): CertificateReach => ({ orgId, scope: null });

/** Straight from the order's index; the filter, if any, is a range of the same index. */
const seek = async (db: Executor, request: PageRequest): Promise<FoundPage> => {
  const rows = await executePrepared<PageRow>(
    db,
    sql`
    select id, ${keys[request.sort].shown} as key from certificates
    where ${and(matchesFilter(whole(request), request.filter, request.now), follows(request))}
    ${inOrder(request)} ${rowsAtMost(request.take)}`,
  );
  return { rows, total: null, totalCapped: false, isDense: false };
};

const readDirectly = (request: PageRequest): SQL =>
  sql`select id, ${keys[request.sort].column} from certificates where ${matchesFilter(whole(request), request.filter, request.now)}`;

/** Texts too short for trigrams: reads the order's whole index, a tenth of the table. The offset fixes the plan. */
const readInOrder = (request: PageRequest): SQL => {
  const { orgId, filter, now, sort } = request;
  const range = sort === 'expires' ? matchesStatus(filter.status, now) : undefined;
  return sql`
    select id, ${keys[sort].column} from (
      select id, ${scanned[sort]}, unreachable_reason from certificates
      where ${and(eq(certificates.orgId, orgId), range)} ${inOrder(request)} offset 0
    ) as certificates where ${and(matchesStatus(filter.status, now), matchesSearch(filter.search))}`;
};

export type GatheredRow = { total: number; rows: PageRow[] };

/** Counts all of `matches`, and selects the page among them. */
export const gathered = (request: PageRequest, matches: SQL): SQL => sql`
    with matches as materialized (${matches}), page as (
      select id, ${keys[request.sort].shown} as key, row_number() over () as place from (
        select * from matches as certificates where ${follows(request) ?? sql`true`} ${inOrder(request)} ${rowsAtMost(request.take)}
      ) as certificates
    )
    select (select count(*)::int from matches) as total,
           (select coalesce(json_agg(json_build_object('id', id, 'key', key) order by place), '[]') from page) as rows`;

/** Finds every match, then the page among them: for few candidates, and for dates or short texts too rare to find in order. */
const gather = async (db: Executor, request: PageRequest, matches = readDirectly(request)): Promise<FoundPage> => {
  const [found] = await executePrepared<GatheredRow>(db, gathered(request, matches));
  return { rows: found?.rows ?? [], total: found?.total ?? 0, totalCapped: false, isDense: false };
};

/** Reads the index in the list's order for a bounded stretch. Only a full page is a result. */
const scanAhead = async (db: Executor, request: PageRequest, stretch: number): Promise<FoundPage> => {
  const { orgId, filter, now, sort } = request;
  const range = sort === 'expires' ? matchesStatus(filter.status, now) : undefined;
  const rows = await executePrepared<PageRow>(
    db,
    sql`
    select id, ${keys[sort].shown} as key from (
      select id, ${scanned[sort]}, unreachable_reason
      from certificates where ${and(eq(certificates.orgId, orgId), range, follows(request))}
      ${inOrder(request)} ${rowsAtMost(stretch)}
    ) as certificates
    where ${and(matchesStatus(filter.status, now), matchesSearch(filter.search)) ?? sql`true`}
    ${inOrder(request)} ${rowsAtMost(request.take)}`,
  );
  return { rows, total: null, totalCapped: false, isDense: stretch <= request.take * DENSE_ROWS_PER_MATCH };
};

/** Matches in order while they are frequent, else by the indexes that cover them. */
const search = async (db: Executor, request: PageRequest): Promise<FoundPage> => {
  const ahead = await scanAhead(db, request, SCAN_ROWS);
  if (ahead.rows.length === request.take) return ahead;
  if (ahead.rows.length > (request.take * SCAN_ROWS) / LONG_SCAN_ROWS) {
    const further = await scanAhead(db, request, LONG_SCAN_ROWS);
    if (further.rows.length === request.take) return further;
  }
  const { length } = request.filter.search;
  if (length === 0) return gather(db, request);
  if (length < MIN_TRIGRAM_LENGTH) return gather(db, request, readInOrder(request));
  const { rows, total } = await findByParts(db, request, SEARCH_COUNT_CAP);
  return { rows, total: Math.min(total, SEARCH_COUNT_CAP), totalCapped: total > SEARCH_COUNT_CAP, isDense: false };
};

/** Counts in the order whose density was measured: matches may be frequent in one order and far apart in another. */
const countDense = async (db: Executor, request: PageRequest): Promise<number> => {
  const { orgId, filter, now, sort } = request;
  const range = sort === 'expires' ? matchesStatus(filter.status, now) : undefined;
  const [row] = await executePrepared<{ count: number }>(
    db,
    sql`
    select count(*)::int as count from (
      select 1 from (
        select ${scanned[sort]}, unreachable_reason from certificates where ${and(eq(certificates.orgId, orgId), range)}
        ${inOrder(request)} ${rowsAtMost(SEARCH_COUNT_CAP * DENSE_ROWS_PER_MATCH)}
      ) as certificates where ${and(matchesStatus(filter.status, now), matchesSearch(filter.search))} ${rowsAtMost(SEARCH_COUNT_CAP + 1)}
    ) as matches`,
  );
  return row?.count ?? 0;
};

/** Texts too short for trigrams. */
const countShort = async (db: Executor, request: PageRequest): Promise<number> => {
  const [row] = await executePrepared<{ count: number }>(
    db,
    sql`
    select count(*)::int as count from (
      select 1 from certificates where ${matchesFilter(whole(request), request.filter, request.now)} ${rowsAtMost(SEARCH_COUNT_CAP + 1)}
    ) as matches`,
  );
  return row?.count ?? 0;
};

const countSearched = async (db: Executor, request: PageRequest, isDense: boolean): Promise<number> => {
  const isShort = request.filter.search.length < MIN_TRIGRAM_LENGTH;
  if (isDense || isShort) {
    // Most people type the start of a name: counting a range costs a tenth.
    const atLeast = await countRanges(db, request, SEARCH_COUNT_CAP);
    if (atLeast > SEARCH_COUNT_CAP) return atLeast;
  }
  const dense = isDense ? await countDense(db, request) : 0;
  if (dense > SEARCH_COUNT_CAP) return dense;
  return isShort ? countShort(db, request) : countByParts(db, request, SEARCH_COUNT_CAP);
};

export interface CountedPage {
  readonly rows: readonly PageKey[];
  /** Exact, or `SEARCH_COUNT_CAP` if `totalCapped`. */
  readonly total: number;
  readonly totalCapped: boolean;
}

const findRows = async (db: Executor, request: PageRequest, candidates: number): Promise<FoundPage> => {
  const { filter, sort } = request;
  if (filter.search === '' && (filter.status === 'all' || sort === 'expires')) {
    return { ...(await seek(db, request)), total: candidates };
  }
  if (candidates <= (filter.search === '' ? GATHER_COUNTED_MAX : GATHER_MAX)) return gather(db, request);
  return search(db, request);
};

const findCounted = async (db: Executor, request: PageRequest, candidates: number): Promise<CountedPage> => {
  const { rows, total, totalCapped, isDense } = await findRows(db, request, candidates);
  if (total !== null) return { rows, total, totalCapped };
  if (request.filter.search === '') return { rows, total: candidates, totalCapped: false };
  const counted = await countSearched(db, request, isDense);
  return { rows, total: Math.min(counted, SEARCH_COUNT_CAP), totalCapped: counted > SEARCH_COUNT_CAP };
};

/**
 * Returns one page of an organization's certificates and their count. `candidates` is the exact number of rows with the filter's
 * status: it selects the access path, and is the total without a search. With a search it may be any number above `GATHER_MAX`
 * instead of a greater one.
 */
export const findPage = async (db: Executor, asked: PageRequest, candidates: number): Promise<CountedPage> => {
  const prepared = { ...asked, take: PREPARED_SIZES.find((size) => size >= asked.take) ?? asked.take };
  const found = await findCounted(db, prepared, candidates);
  return { ...found, rows: found.rows.slice(0, asked.take) };
};
