import { certificates, type Database, discoveryNames } from '@notafter/db';
import {
  type CertificateId,
  type DiscoveryJobId,
  type DiscoveryList,
  type DiscoveryResult,
  type DiscoverySourceName,
  discoverySources,
  LISTED_NAMES_MAX,
  type OrganizationId,
  parentWithin,
  SHARED_BY_MIN,
  type SuggestingResults,
  wildcardOf,
} from '@notafter/domain';
import { and, asc, count, eq, exists, inArray, notExists, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import { isCheckedHere } from '../../certificates/reports/collector-endpoints.ts';

type ListedColumns = Readonly<Record<'isWildcard' | 'issuer' | 'logIssuer' | 'state', AnyPgColumn>>;

/** A result is a host with a certificate, or one that nobody looked at; a name behind which nothing is served is none. */
const isListed = (names: ListedColumns): SQL =>
  sql`(not ${names.isWildcard} and (${names.issuer} is not null or ${names.logIssuer} is not null or ${names.state} = 'skipped'))`;

const other = alias(discoveryNames, 'other');
const shownIssuer = sql<string | null>`coalesce(${discoveryNames.issuer}, ${discoveryNames.logIssuer})`;
/** Of the certificate that is shown: never a log's beginning beside a served end. */
const beginsAt = sql<Date | null>`case when ${discoveryNames.issuer} is null then ${discoveryNames.logNotBefore} else ${discoveryNames.notBefore} end`;
const endsAt = sql<Date | null>`coalesce(${discoveryNames.notAfter}, ${discoveryNames.logNotAfter})`;

const endsOn = sql`(${endsAt} at time zone 'UTC')::date`;

/** Context of reading a page of results. */
export interface Asked {
  readonly orgId: OrganizationId;
  readonly jobId: DiscoveryJobId;
  readonly domain: string;
  /** The run to compare with. */
  readonly earlierId: DiscoveryJobId | null;
}

const listedIn = (db: Database, jobId: DiscoveryJobId) =>
  db
    .select({ one: sql`1` })
    .from(other)
    .where(and(eq(other.jobId, jobId), eq(other.host, discoveryNames.host), eq(other.port, discoveryNames.port), isListed(other)));

const isMonitored = (db: Database, orgId: OrganizationId): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(certificates)
      .where(and(eq(certificates.orgId, orgId), eq(certificates.domain, discoveryNames.domain), isCheckedHere)),
  );

const ofJob = (jobId: DiscoveryJobId): SQL | undefined => and(eq(discoveryNames.jobId, jobId), isListed(discoveryNames));

export interface ListedCounts {
  readonly found: number;
  readonly monitored: number;
  readonly notLookedAt: number;
  /** Not listed by the earlier run; 0 without one. */
  readonly added: number;
  readonly bySource: Readonly<Record<DiscoverySourceName, number>>;
}

/** Judges row by row: as a condition of the whole query, what is not in another run would be joined, see `listResults`. */
const countWhere = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number);
const countOf = (source: DiscoverySourceName) => countWhere(sql`${source} = any(${discoveryNames.sources})`);

export const countListed = async (db: Database, { orgId, jobId, earlierId }: Asked): Promise<ListedCounts> => {
  const [row] = await db
    .select({
      found: count(),
      monitored: countWhere(isMonitored(db, orgId)),
      notLookedAt: countWhere(eq(discoveryNames.state, 'skipped')),
      added: earlierId === null ? sql<number>`0`.mapWith(Number) : countWhere(notExists(listedIn(db, earlierId))),
      direct: countOf('direct'),
      dns: countOf('dns'),
      ct_logs: countOf('ct_logs'),
      san: countOf('san'),
    })
    .from(discoveryNames)
    .where(ofJob(jobId));
  const { found = 0, monitored = 0, notLookedAt = 0, added = 0, direct = 0, dns = 0, ct_logs = 0, san = 0 } = row ?? {};
  return { found, monitored, notLookedAt, added, bySource: { direct, dns, ct_logs, san } };
};

/** How many results each of these runs has; a run without any is absent. */
export const countFound = async (db: Database, jobIds: readonly DiscoveryJobId[]): Promise<ReadonlyMap<DiscoveryJobId, number>> => {
  if (jobIds.length === 0) return new Map();
  const rows = await db
    .select({ jobId: discoveryNames.jobId, found: count() })
    .from(discoveryNames)
    .where(and(inArray(discoveryNames.jobId, [...jobIds]), isListed(discoveryNames)))
    .groupBy(discoveryNames.jobId);
  return new Map(rows.map(({ jobId, found }) => [jobId, found]));
};

/** Results of the earlier run that this one lacks, though a source that found them then answered in full now. */
const isGone = (db: Database, jobId: DiscoveryJobId, complete: readonly DiscoverySourceName[]): SQL =>
  sql`(${discoveryNames.sources} && ${sql.param([...complete])}::text[] and ${notExists(listedIn(db, jobId))})`;

export const countGone = async (db: Database, { jobId, earlierId }: Asked, complete: readonly DiscoverySourceName[]): Promise<number> => {
  if (earlierId === null) return 0;
  const [row] = await db
    .select({ gone: countWhere(isGone(db, jobId, complete)) })
    .from(discoveryNames)
    .where(ofJob(earlierId));
  return row?.gone ?? 0;
};

/** Which results are asked for. */
export interface Narrowed {
  readonly list: DiscoveryList;
  /** A part of the name in lower case; empty for every name. */
  readonly search: string;
  /** Sources that answered in full. */
  readonly complete: readonly DiscoverySourceName[];
}

interface PageOf extends Narrowed {
  readonly offset: number;
  readonly limit: number;
}

/** The run whose rows are read, and the condition on them; null without an earlier run. */
const narrow = (db: Database, { orgId, jobId, earlierId }: Asked, { list, search, complete }: Narrowed) => {
  const ofList = (): SQL | undefined => {
    if (list === 'unmonitored') return sql`not ${isMonitored(db, orgId)}`;
    if (list === 'new' && earlierId !== null) return notExists(listedIn(db, earlierId));
    return list === 'gone' ? isGone(db, jobId, complete) : undefined;
  };
  if (earlierId === null && (list === 'new' || list === 'gone')) return null;
  return {
    jobId: list === 'gone' && earlierId !== null ? earlierId : jobId,
    where: and(ofList(), search === '' ? undefined : sql`strpos(${discoveryNames.host}, ${search}) > 0`) ?? sql`true`,
  };
};

export const countMatching = async (db: Database, asked: Asked, narrowed: Narrowed): Promise<number> => {
  const read = narrow(db, asked, narrowed);
  if (read === null) return 0;
  const [row] = await db
    .select({ matching: countWhere(read.where) })
    .from(discoveryNames)
    .where(ofJob(read.jobId));
  return row?.matching ?? 0;
};

/** One page of results, soonest expiry first. */
export const listResults = async (db: Database, asked: Asked, page: PageOf): Promise<DiscoveryResult[]> => {
  const { orgId, earlierId } = asked;
  const { offset, limit } = page;
  const narrowed = narrow(db, asked, page);
  if (narrowed === null) return [];
  const { jobId: read, where } = narrowed;
  const shown = db.$with('shown').as(
    db
      .select({
        host: discoveryNames.host,
        port: discoveryNames.port,
        endsAt: endsAt.as('ends_at'),
        sharedBy: sql<number>`count(*) over (partition by ${shownIssuer}, ${endsOn})`.as('shared_by'),
        isMatching: sql<boolean>`${where}`.as('is_matching'),
      })
      .from(discoveryNames)
      .where(ofJob(read)),
  );
  const inOrder = (names: { readonly [Column in 'endsAt' | 'host' | 'port']: SQLWrapper }): SQL[] => [
    sql`${names.endsAt} asc nulls last`,
    sql`${names.host} asc`,
    sql`${names.port} asc`,
  ];
  // All else is read for the page alone: the lists of names are wide, and PostgreSQL, which takes a run that it has not
  // analyzed yet for a single row, compares each row of one side with each of the other.
  const paged = db.$with('paged').as(
    db
      .select({ host: shown.host, port: shown.port, endsAt: shown.endsAt, sharedBy: shown.sharedBy })
      .from(shown)
      .where(sql`${shown.isMatching}`)
      .orderBy(...inOrder(shown))
      .limit(limit)
      .offset(offset),
  );
  const rows = await db
    .with(shown, paged)
    .select({
      host: paged.host,
      domain: discoveryNames.domain,
      sharedBy: paged.sharedBy,
      isKnown: sql<boolean>`${earlierId === null ? sql`false` : exists(listedIn(db, earlierId))}`,
      beginsAtDate: beginsAt.mapWith(discoveryNames.notBefore),
      endsAtDate: endsAt.mapWith(discoveryNames.notAfter),
      issuer: shownIssuer,
      isLive: sql<boolean>`${discoveryNames.issuer} is not null`,
      isLogged: sql<boolean>`${discoveryNames.logIssuer} is not null`,
      san: sql<string[] | null>`(coalesce(${discoveryNames.san}, ${discoveryNames.logSan}))[1:${sql.raw(String(LISTED_NAMES_MAX))}]`,
      sources: discoveryNames.sources,
      reachable: discoveryNames.reachable,
      detail: discoveryNames.detail,
      wildcard: discoveryNames.wildcard,
      certificateId: certificates.id,
    })
    .from(paged)
    .innerJoin(
      discoveryNames,
      and(
        eq(discoveryNames.jobId, read),
        eq(discoveryNames.host, paged.host),
        eq(discoveryNames.port, paged.port),
        eq(discoveryNames.isWildcard, false),
      ),
    )
    .leftJoin(certificates, and(eq(certificates.orgId, orgId), eq(certificates.domain, discoveryNames.domain), isCheckedHere))
    .orderBy(...inOrder(paged));
  return rows.map((row) => ({
    domain: row.domain,
    issuer: row.issuer,
    expirationDate: row.endsAtDate,
    notBefore: row.beginsAtDate,
    san: row.san ?? [],
    sources: discoverySources.filter((source) => row.sources.includes(source)),
    reachable: row.reachable,
    detail: row.detail,
    seen: row.isLive ? 'live' : row.isLogged ? 'log' : 'none',
    certificateId: row.certificateId,
    wildcard: wildcardOf({
      named: row.wildcard,
      parent: parentWithin(row.host, asked.domain),
      sharedBy: row.endsAtDate === null ? 0 : Number(row.sharedBy),
    }),
    isNew: earlierId === null ? null : !row.isKnown,
  }));
};

const GROUPS_MAX = 500;

/** Results of a run by what they say of wildcards, the largest groups first. What is watched already stands for its group. */
export const groupByWildcard = async (db: Database, { orgId, jobId, domain }: Asked): Promise<SuggestingResults[]> => {
  const parentOf = sql<string>`case when ${discoveryNames.host} = ${domain} then ${domain} else substr(${discoveryNames.host}, strpos(${discoveryNames.host}, '.') + 1) end`;
  const unlessNamed = (column: SQL) => sql`case when ${discoveryNames.wildcard} is null then ${column} end`;
  const signs = db.$with('signs').as(
    db
      .select({
        named: discoveryNames.wildcard,
        parent: parentOf.as('parent'),
        host: discoveryNames.host,
        port: discoveryNames.port,
        domain: discoveryNames.domain,
        certificateId: sql`${certificates.id}`.as('certificate_id'),
        isReached: sql<boolean>`coalesce(${discoveryNames.reachable}, false)`.as('is_reached'),
        ofIssuer: unlessNamed(shownIssuer).as('of_issuer'),
        ofDate: unlessNamed(endsOn).as('of_date'),
        sharedBy: sql<number>`case when ${endsAt} is null then 0 else count(*) over (partition by ${shownIssuer}, ${endsOn}) end`.as(
          'shared_by',
        ),
      })
      .from(discoveryNames)
      .leftJoin(certificates, and(eq(certificates.orgId, orgId), eq(certificates.domain, discoveryNames.domain), isCheckedHere))
      .where(ofJob(jobId)),
  );
  const inOrder = sql`order by ${signs.certificateId} is null, ${signs.isReached} desc, ${signs.port}, ${signs.host}`;
  const results = await db
    .with(signs)
    .select({
      named: signs.named,
      parent: signs.parent,
      sharedBy: sql<number>`max(${signs.sharedBy})`.mapWith(Number),
      results: count(),
      domain: sql<string>`(array_agg(${signs.domain} ${inOrder}))[1]`,
      certificateId: sql<CertificateId | null>`(array_agg(${signs.certificateId} ${inOrder}))[1]`,
    })
    .from(signs)
    .where(sql`${signs.named} is not null or ${signs.sharedBy} >= ${SHARED_BY_MIN}`)
    .groupBy(signs.named, signs.parent, signs.ofIssuer, signs.ofDate)
    .orderBy(sql`count(*) desc`)
    .limit(GROUPS_MAX);
  const wildcards = await db
    .select({ host: discoveryNames.host })
    .from(discoveryNames)
    .where(and(eq(discoveryNames.jobId, jobId), eq(discoveryNames.isWildcard, true)))
    .orderBy(asc(discoveryNames.host))
    .limit(GROUPS_MAX);
  return [
    ...results,
    ...wildcards.map(({ host }) => ({ named: `*.${host}`, parent: host, sharedBy: 0, results: 0, domain: null, certificateId: null })),
  ];
};
