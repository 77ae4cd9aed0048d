import { certificates, type Executor, environments } from '@notafter/db';
import { type EnvironmentId, parseSearch } from '@notafter/domain';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type CertificateReach, environmentsWithin, withinReach } from '../../../certificate-reach.ts';
import { type CountedPage, type GatheredRow, gathered, SCAN_ROWS, SEARCH_COUNT_CAP } from './certificate-page.ts';
import { matchesExpiry, matchesHull, matchesNarrowing, matchesStatus, type Narrowing } from './certificate-query.ts';
import { follows, inOrder, keys, type PageRequest, type PageRow } from './list-order.ts';

/** A page filtered by more than a status and free text, or by a scope. */
export interface NarrowedRequest extends PageRequest {
  /** Of the same organization. */
  readonly reach: CertificateReach;
  readonly narrowing: Narrowing;
  /** The number of matches, if it is known already. */
  readonly counted?: number | undefined;
}

/** Every accessible row. */
export const unnarrowed: Narrowing = { search: parseSearch(''), environmentId: undefined, tag: undefined };

const matchesAll = ({ reach, filter, now, narrowing }: NarrowedRequest): SQL | undefined =>
  and(withinReach(reach), matchesStatus(filter.status, now), matchesNarrowing(reach, narrowing, now));

/** The page, if a bounded stretch of the order fills it. Tags are not in its index, so wide rows are read. */
const scanAhead = async (db: Executor, request: NarrowedRequest): Promise<readonly PageRow[]> => {
  const { orgId, filter, now, sort, narrowing } = request;
  const range =
    sort === 'expires'
      ? and(matchesStatus(filter.status, now), matchesExpiry(narrowing.search, now), matchesHull(narrowing.statuses, now))
      : undefined;
  return db.execute<PageRow>(sql`
    select id, ${keys[sort].shown} as key from (
      select id, org_id, expires_at, search_text, issuer_key, unreachable_reason, environment_id, tag_terms, tags, host, port, updated_at
      from certificates
      where ${and(eq(certificates.orgId, orgId), range, follows(request))} ${inOrder(request)} limit ${SCAN_ROWS}
    ) as certificates
    where ${matchesAll(request)} ${inOrder(request)} limit ${request.take}`);
};

/** Materialized, so that it is planned as if all rows were needed: with a limit alone the whole table is read in its own order. */
const countAll = async (db: Executor, request: NarrowedRequest): Promise<number> => {
  const [row] = await db.execute<{ count: number }>(sql`
    with matches as materialized (select 1 from certificates where ${matchesAll(request)})
    select count(*)::int as count from (select 1 from matches limit ${SEARCH_COUNT_CAP + 1}) as counted`);
  return row?.count ?? 0;
};

/** The environments with this name, ignoring case; empty if none has it. */
export const findEnvironmentIds = async (db: Executor, reach: CertificateReach, name: string): Promise<EnvironmentId[]> => {
  const rows = await db
    .select({ id: environments.id })
    .from(environments)
    .where(and(environmentsWithin(reach), sql`lower(${environments.name}) = lower(${name}::text)`));
  return rows.map(({ id }) => id);
};

const findNamed = async (db: Executor, { orgId, narrowing }: NarrowedRequest): Promise<Map<string, EnvironmentId[]>> => {
  const named = new Map(narrowing.search.environments.map((name): [string, EnvironmentId[]] => [name, []]));
  if (named.size === 0) return named;
  const rows = await db.execute<{ id: EnvironmentId; typed: string }>(sql`
    select environments.id, typed from environments join jsonb_array_elements_text(${JSON.stringify([...named.keys()])}::jsonb) as typed
    on lower(environments.name) = lower(typed) where environments.org_id = ${orgId}`);
  for (const { id, typed } of rows) named.get(typed)?.push(id);
  return named;
};

/** Returns one page and the number of matches: frequent ones in the list's order, rare ones from the indexes of the filters. */
export const findNarrowedPage = async (db: Executor, asked: NarrowedRequest): Promise<CountedPage> => {
  const request = { ...asked, narrowing: { ...asked.narrowing, named: await findNamed(db, asked) } };
  // One endpoint is found by its own index.
  const ahead = asked.narrowing.target === undefined ? await scanAhead(db, request) : [];
  if (ahead.length === request.take) {
    if (asked.counted !== undefined) return { rows: ahead, total: asked.counted, totalCapped: false };
    const counted = await countAll(db, request);
    return { rows: ahead, total: Math.min(counted, SEARCH_COUNT_CAP), totalCapped: counted > SEARCH_COUNT_CAP };
  }
  const matches = sql`select id, ${keys[request.sort].column} from certificates where ${matchesAll(request)}`;
  // Not prepared, like every filtered statement: there are as many texts as combinations of filters.
  const [found] = await db.execute<GatheredRow>(gathered(request, matches));
  return { rows: found?.rows ?? [], total: found?.total ?? 0, totalCapped: false };
};
