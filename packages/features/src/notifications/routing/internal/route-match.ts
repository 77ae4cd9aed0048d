import {
  alertRouteChannels,
  alertRoutes,
  certificates,
  type Executor,
  issuances,
  notificationChannels,
  watchedDomains,
} from '@notafter/db';
import type { CertificateId, ChannelQueue } from '@notafter/domain';
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { isHostOf } from '../../ledger/serves-certificate.ts';

/** The tag itself, because `tag_terms` also contains values, which may look like a tag. */
const hasTag = sql`${alertRoutes.tag} in (select lower(key) || '=' || lower(value) from jsonb_each_text(${certificates.tags}))`;

/** Condition on `certificates` and `alert_routes`. A route without tag and environment matches nothing. */
export const routeMatches: SQL | undefined = and(
  eq(alertRoutes.orgId, certificates.orgId),
  or(eq(alertRoutes.environmentId, certificates.environmentId), hasTag),
);

/** Below its watched domain, for an issuance without an endpoint at one of its names. */
const isBelowDomain = sql`exists (
  select from ${watchedDomains}
  where ${watchedDomains.id} = ${issuances.domainId}
    and (${certificates.host} = ${watchedDomains.domain} or right(${certificates.host}, length(${watchedDomains.domain}) + 1) = '.' || ${watchedDomains.domain})
) and not exists (
  select from certificates as named
  where named.org_id = ${issuances.orgId} and named.source = 'endpoint' and ${isHostOf(sql`named.host`, sql`${issuances.names}`)})`;

interface RoutedQueue {
  readonly id: CertificateId;
  /** Null for a route without channels. */
  readonly queue: ChannelQueue | null;
}

const routedCertificates = (db: Executor, ids: readonly CertificateId[]): Promise<RoutedQueue[]> =>
  db
    .select({ id: certificates.id, queue: notificationChannels.queue })
    .from(certificates)
    .innerJoin(alertRoutes, routeMatches)
    .leftJoin(alertRouteChannels, eq(alertRouteChannels.routeId, alertRoutes.id))
    .leftJoin(notificationChannels, eq(notificationChannels.id, alertRouteChannels.channelId))
    .where(inArray(certificates.id, [...ids]));

/** By the endpoints that an issuance concerns. */
const routedIssuances = (db: Executor, ids: readonly CertificateId[], concerns: SQL): Promise<RoutedQueue[]> =>
  db
    .selectDistinct({ id: sql<CertificateId>`${issuances.id}`, queue: notificationChannels.queue })
    .from(issuances)
    .innerJoin(certificates, and(eq(certificates.orgId, issuances.orgId), eq(certificates.source, 'endpoint'), concerns))
    .innerJoin(alertRoutes, routeMatches)
    .leftJoin(alertRouteChannels, eq(alertRouteChannels.routeId, alertRoutes.id))
    .leftJoin(notificationChannels, eq(notificationChannels.id, alertRouteChannels.channelId))
    .where(inArray(sql`${issuances.id}`, [...ids]));

/**
 * Returns the queues that the routes of a certificate send to; absent for one that no route matches. An alert on an issuance has the ID of
 * that: it matches as the endpoints at its names do, or without one those below its watched domain.
 */
export const loadRoutedQueues = async (
  db: Executor,
  ids: readonly CertificateId[],
): Promise<Map<CertificateId, ReadonlySet<ChannelQueue>>> => {
  const wanted = [...new Set(ids)];
  const rows = [
    ...(await routedCertificates(db, wanted)),
    ...(await routedIssuances(db, wanted, isHostOf(sql`${certificates.host}`, sql`${issuances.names}`))),
    ...(await routedIssuances(db, wanted, isBelowDomain)),
  ];
  const routed = Map.groupBy(rows, ({ id }) => id);
  return new Map([...routed].map(([id, found]) => [id, new Set(found.flatMap(({ queue }) => (queue === null ? [] : [queue])))]));
};
