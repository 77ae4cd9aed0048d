import { certificates } from '@notafter/db';
import {
  type CertificateSource,
  type CertificateStatus,
  certificateStatuses,
  type EndpointProtocol,
  type EnvironmentId,
  type ExpiryRange,
  expiryRange,
  expiryRangeOf,
  formatTarget,
  type OrganizationId,
  type ParsedSearch,
  type ProbeTarget,
  parseSearch,
  type SearchedDeployment,
  type SearchedRenewal,
  startOfSecond,
} from '@notafter/domain';
import type { CertificateFilter, CertificateSelection } from '@notafter/domain/inputs';
import { and, eq, gte, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { type CertificateReach, withinReach } from '../../../certificate-reach.ts';
import { literalInLike } from '../../../literal-in-like.ts';

/** A LIKE pattern that matches this text anywhere in lower-case text; a subquery, so that a prepared statement folds it once. */
export const searchPattern = (search: string): SQL => sql`(select lower(${`%${literalInLike(search)}%`}::text))`;

/** Part of the domain or the issuer, ignoring case. */
export const matchesSearch = (search: string): SQL | undefined =>
  search === '' ? undefined : sql`${certificates.searchText} like ${searchPattern(search)}`;

/** A certificate never reached has no date and so no status, though it sorts as the last to expire. */
const expiresBetween = ({ from, until }: ExpiryRange): SQL | undefined =>
  and(
    from === null ? undefined : gte(certificates.expiresAt, from),
    until === null ? sql`${certificates.expiresAt} < 'infinity'` : lt(certificates.expiresAt, until),
  );

const expiresWithin = (status: CertificateStatus, now: Date): SQL | undefined => expiresBetween(expiryRange(status, now));

export const matchesStatus = (status: CertificateFilter['status'], now: Date): SQL | undefined => {
  switch (status) {
    case 'all':
      return undefined;
    case 'unreachable':
      return isNotNull(certificates.unreachableReason);
    case 'expired':
    case 'critical':
    case 'warning':
    case 'valid':
      return expiresWithin(status, now);
  }
};

/** The expiry dates that a search's conditions allow: a range of the order by expiry. */
export const matchesExpiry = ({ expires }: ParsedSearch, now: Date): SQL | undefined => {
  const range = expiryRangeOf(expires, now);
  return range === null ? undefined : expiresBetween(range);
};

/** An expired certificate is beyond its renewal. */
const matchesRenewal = (state: SearchedRenewal, now: Date): SQL | undefined => {
  const at = sql`${now.toISOString()}::timestamptz`;
  const since = state === 'late' ? sql`renewal.late_at <= ${at}` : sql`renewal.due_at <= ${at} and renewal.late_at > ${at}`;
  return and(
    gte(certificates.expiresAt, startOfSecond(now)),
    sql`${certificates.id} in (select renewal.certificate_id from certificate_renewals as renewal where ${since})`,
  );
};

/** A tag's value, its name, or `name=value`. The first condition is the indexed one. */
const matchesTag = (tag: string): SQL => {
  const terms = tag.includes('=') ? [tag] : [tag, `${tag}=`];
  const listed = sql.join(
    terms.map((term) => sql`lower(${term}::text)`),
    sql`, `,
  );
  return sql`${certificates.tagTerms} <> '{}' and ${certificates.tagTerms} && array[${listed}]`;
};

const isIn = (orgId: OrganizationId, environment: string, known: readonly EnvironmentId[] | undefined): SQL | undefined => {
  const named = sql`select id from environments where org_id = ${orgId} and lower(name) = lower(${environment}::text)`;
  return or(
    known === undefined ? sql`${certificates.environmentId} in (${named})` : inArray(certificates.environmentId, [...known]),
    matchesTag(`env=${environment}`),
  );
};

/** Filters of a list in addition to its status and free text. */
export interface Narrowing {
  readonly search: ParsedSearch;
  readonly environmentId: EnvironmentId | undefined;
  readonly tag: string | undefined;
  /** Any of these dates or states. */
  readonly statuses?: readonly CertificateFilter['status'][] | undefined;
  readonly target?: ProbeTarget | undefined;
  readonly protocol?: EndpointProtocol | undefined;
  /** The whole issuer, ignoring case. */
  readonly issuer?: string | undefined;
  /** The environments with the requested name. */
  readonly environmentIds?: readonly EnvironmentId[] | undefined;
  readonly updatedSince?: Date | undefined;
  /** The environments that the search names. If they are known, a short list is found by their index. */
  readonly named?: ReadonlyMap<string, readonly EnvironmentId[]>;
}

/** A prefix of the order by domain; an endpoint of TLS from the first byte is written without its protocol. */
export const matchesProtocol = (orgId: OrganizationId, protocol: EndpointProtocol): SQL =>
  sql`${protocol === 'tls' ? sql`${domainKey} not like '%://%'` : sql`${certificates.searchText} like ${`${protocol}://%`}`}
    and ${certificates.id} not in (${ofKinds(orgId, sql`<> 'endpoint'`)})`;

/** Uploads and dates, found by their own index. */
const ofKinds = (orgId: OrganizationId, which: SQL): SQL =>
  sql`select kind.id from certificates as kind where kind.org_id = ${orgId} and kind.source <> 'endpoint' and kind.source ${which}`;

const matchesKind = (orgId: OrganizationId, kind: CertificateSource): SQL =>
  kind === 'endpoint'
    ? sql`${certificates.id} not in (${ofKinds(orgId, sql`<> 'endpoint'`)})`
    : sql`${certificates.id} in (${ofKinds(orgId, sql`= ${kind}`)})`;

/** Another accessible certificate is a different one with the same key. A few look-ups in indexes for each row. */
const hasSharedKey = (reach: CertificateReach): SQL => sql`exists (
  select from certificate_renewals as mine
  join x509_certificates as own on own.fingerprint256 = mine.fingerprint256
  join x509_certificates as other on other.key256 = own.key256 and other.fingerprint256 <> own.fingerprint256
  join certificate_renewals as theirs on theirs.fingerprint256 = other.fingerprint256
  where mine.certificate_id = ${certificates.id}
    and exists (select from ${certificates} where ${certificates.id} = theirs.certificate_id and ${withinReach(reach)}))`;

/** Only endpoints that differ have a row. */
const matchesDeployment = (state: SearchedDeployment): SQL =>
  sql`${certificates.id} in (
    select deployment.certificate_id from certificate_deployments as deployment ${state === 'any' ? sql`` : sql`where deployment.state = ${state}`})`;

const domainKey = sql`split_part(${certificates.searchText}, E'\\n', 1)`;

/** From the first to the last expiry that any of the states allows, so that an index covers them as one range. */
export const matchesHull = (statuses: Narrowing['statuses'], now: Date): SQL | undefined => {
  const dates = certificateStatuses.filter((status) => statuses?.includes(status));
  if (statuses === undefined || dates.length < statuses.length) return undefined;
  const ranges = dates.map((status) => expiryRange(status, now));
  const ends = (pick: (range: ExpiryRange) => Date | null, furthest: (...times: number[]) => number): Date | null => {
    const times = ranges.map((range) => pick(range)?.getTime());
    return times.some((time) => time === undefined) ? null : new Date(furthest(...times.flatMap((time) => time ?? [])));
  };
  return expiresBetween({ from: ends(({ from }) => from, Math.min), until: ends(({ until }) => until, Math.max) });
};

/** The rows that the collector of this name checks, found by its index. */
const isOfCollector = (orgId: OrganizationId, name: string): SQL =>
  sql`${certificates.id} in (
    select checked.id from certificates as checked join collectors as collector on collector.id = checked.collector_id
    where collector.org_id = ${orgId} and lower(collector.name) = lower(${name}::text))`;

/** The rows that match everything, free text included. */
export const matchesNarrowing = (reach: CertificateReach, narrowing: Narrowing, now: Date): SQL | undefined => {
  const { orgId } = reach;
  const { search, environmentId, tag, named, statuses, target, protocol, issuer, environmentIds, updatedSince } = narrowing;
  return and(
    matchesHull(statuses, now),
    statuses === undefined ? undefined : or(...statuses.map((status) => matchesStatus(status, now))),
    target === undefined ? undefined : eq(certificates.domain, formatTarget(target)),
    protocol === undefined ? undefined : matchesProtocol(orgId, protocol),
    issuer === undefined ? undefined : sql`${certificates.issuerKey} = lower(left(${issuer}::text, 100))`,
    environmentIds === undefined ? undefined : inArray(certificates.environmentId, [...environmentIds]),
    updatedSince === undefined ? undefined : gte(certificates.updatedAt, updatedSince),
    matchesSearch(search.text),
    // Uses columns that the orders' indexes contain, so that the wide rows need not be read.
    ...search.domains.map((part) => sql`${domainKey} like ${searchPattern(part)}`),
    ...search.issuers.map((part) => sql`${certificates.issuerKey} like ${searchPattern(part)}`),
    ...search.tags.map(matchesTag),
    ...search.environments.map((environment) => isIn(orgId, environment, named?.get(environment))),
    matchesExpiry(search, now),
    ...search.renewals.map((state) => matchesRenewal(state, now)),
    ...search.protocols.map((each) => matchesProtocol(orgId, each)),
    ...search.collectors.map((name) => isOfCollector(orgId, name)),
    ...search.kinds.map((kind) => matchesKind(orgId, kind)),
    ...search.deployments.map(matchesDeployment),
    search.keys.length > 0 ? hasSharedKey(reach) : undefined,
    environmentId === undefined ? undefined : eq(certificates.environmentId, environmentId),
    tag === undefined ? undefined : matchesTag(tag),
  );
};

/**
 * The accessible rows that match a search and a status at `now`: the same ones for a list, its count and a bulk action.
 * Throws `search_invalid`.
 */
export const matchesFilter = (reach: CertificateReach, filter: CertificateFilter, now: Date): SQL | undefined =>
  and(
    withinReach(reach),
    matchesStatus(filter.status, now),
    matchesNarrowing(reach, { search: parseSearch(filter.search), environmentId: undefined, tag: undefined }, now),
  );

/** The rows of a bulk action; ids outside the caller's scope match nothing. */
export const matchesSelection = (reach: CertificateReach, selection: CertificateSelection, now: Date): SQL | undefined =>
  'ids' in selection ? and(withinReach(reach), inArray(certificates.id, selection.ids)) : matchesFilter(reach, selection.filter, now);
