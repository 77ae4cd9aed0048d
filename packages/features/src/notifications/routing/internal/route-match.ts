import { alertRouteChannels, alertRoutes, certificates, type Executor, notificationChannels } from '@notafter/db';
import type { CertificateId, ChannelQueue } from '@notafter/domain';
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';

/** The tag itself, because `tag_terms` also contains values, which may look like a tag. */
const hasTag = sql`${alertRoutes.tag} in (select lower(key) || '=' || lower(value) from jsonb_each_text(${certificates.tags}))`;

/** Condition on `certificates` and `alert_routes`. A route without tag and environment matches nothing. */
export const routeMatches: SQL | undefined = and(
  eq(alertRoutes.orgId, certificates.orgId),
  or(eq(alertRoutes.environmentId, certificates.environmentId), hasTag),
);

/** Returns the queues that the routes of a certificate send to; absent for a certificate that no route matches. */
export const loadRoutedQueues = async (
  db: Executor,
  ids: readonly CertificateId[],
): Promise<Map<CertificateId, ReadonlySet<ChannelQueue>>> => {
  const rows = await db
    .select({ certificateId: certificates.id, queue: notificationChannels.queue })
    .from(certificates)
    .innerJoin(alertRoutes, routeMatches)
    .leftJoin(alertRouteChannels, eq(alertRouteChannels.routeId, alertRoutes.id))
    .leftJoin(notificationChannels, eq(notificationChannels.id, alertRouteChannels.channelId))
    .where(inArray(certificates.id, [...new Set(ids)]));
  const routed = Map.groupBy(rows, ({ certificateId }) => certificateId);
  return new Map([...routed].map(([id, found]) => [id, new Set(found.flatMap(({ queue }) => (queue === null ? [] : [queue])))]));
};
