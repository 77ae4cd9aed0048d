import { alertRouteChannels, alertRoutes, environments, newId, notificationChannels } from '@notafter/db';
import { ALERT_ROUTES_MAX, type AlertRouteId, type ChannelId, DomainError, type EnvironmentId } from '@notafter/domain';
import { saveAlertRouteInput } from '@notafter/domain/inputs';
import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { OrgContext, TransactionContext } from '../../context.ts';
import { requestReview } from '../../request-review.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { lockChannels } from '../channels/internal/channel-view.ts';
import { type AlertRoute, listRoutes } from './internal/route-view.ts';

type Tx = TransactionContext<OrgContext>;

/** Throws `environment_not_found`, also for another organization's. */
const requireEnvironment = async ({ db, org }: Tx, id: EnvironmentId): Promise<void> => {
  const [row] = await db
    .select({ id: environments.id })
    .from(environments)
    .where(and(eq(environments.id, id), eq(environments.orgId, org.id)))
    .for('key share');
  if (row === undefined) throw new DomainError('environment_not_found');
};

/** Throws `channel_not_found` unless all are the organization's. */
const requireChannels = async ({ db, org }: Tx, ids: readonly ChannelId[]): Promise<string[]> => {
  const rows = await db
    .select({ name: notificationChannels.name })
    .from(notificationChannels)
    .where(and(inArray(notificationChannels.id, [...ids]), eq(notificationChannels.orgId, org.id)));
  if (rows.length !== ids.length) throw new DomainError('channel_not_found');
  return rows.map(({ name }) => name).sort();
};

const replaceChannels = async ({ db }: Tx, routeId: AlertRouteId, ids: readonly ChannelId[]): Promise<void> => {
  await db.delete(alertRouteChannels).where(eq(alertRouteChannels.routeId, routeId));
  await db.insert(alertRouteChannels).values(ids.map((channelId) => ({ routeId, channelId })));
};

/**
 * Sets the channels of the certificates with a tag, of an owner, or in an environment, in place of earlier ones. Throws
 * `environment_not_found`, `channel_not_found` or `alert_route_limit`.
 */
export const saveAlertRoute = useCase({
  name: 'notifications/save-alert-route',
  access: 'admin',
  input: saveAlertRouteInput,
  audit: 'Saved an alert route',
})(async (ctx, { tag: ofTag, owner, environmentId, channelIds }): Promise<{ route: AlertRoute }> => {
  const ids = [...new Set(channelIds)];
  // Owners of certificates are tags.
  const tag = owner === undefined ? ofTag : `owner=${owner}`;
  return withTransaction(ctx, async (tx, audit) => {
    await lockChannels(tx);
    if (environmentId !== undefined) await requireEnvironment(tx, environmentId);
    const channels = await requireChannels(tx, ids);
    const [saved] = await tx.db
      .insert(alertRoutes)
      .values({
        id: newId<'alert-route'>(),
        orgId: tx.org.id,
        // As `tag_terms` folds it.
        tag: tag === undefined ? null : sql`lower(${tag})`,
        environmentId: environmentId ?? null,
        createdAt: tx.clock.now(),
      })
      .onConflictDoUpdate({
        target: environmentId === undefined ? [alertRoutes.orgId, alertRoutes.tag] : alertRoutes.environmentId,
        set: { orgId: tx.org.id },
      })
      .returning({ id: alertRoutes.id });
    const [counted] = await tx.db.select({ count: count() }).from(alertRoutes).where(eq(alertRoutes.orgId, tx.org.id));
    if (saved === undefined || (counted?.count ?? 0) > ALERT_ROUTES_MAX) throw new DomainError('alert_route_limit');
    await replaceChannels(tx, saved.id, ids);
    await requestReview(tx, tx.org.id);
    const [route] = await listRoutes(tx, eq(alertRoutes.id, saved.id));
    if (route === undefined) throw new Error('The route was not stored.');
    audit({
      subjectId: saved.id,
      detail: { ...(route.environment === null ? { tag } : { environment: route.environment.name }), channels },
    });
    return { route };
  });
});
