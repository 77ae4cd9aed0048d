import { alertRouteChannels, alertRoutes, certificates, type Executor, environments, notificationChannels } from '@notafter/db';
import { type AlertRouteId, type ChannelId, type ChannelType, channelTrouble, type EnvironmentId } from '@notafter/domain';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { OrgContext } from '../../../context.ts';
import { routeMatches } from './route-match.ts';

/** A channel, as routes name it. */
export interface RoutedChannel {
  readonly id: ChannelId;
  readonly type: ChannelType;
  readonly name: string;
  /** It is enabled, and nothing prevents delivery. */
  readonly delivers: boolean;
}

/** The certificates that a route matches; all null if its environment was deleted. */
export interface RouteSubject {
  /** `name=value` in lower case. */
  readonly tag: string | null;
  readonly environment: { readonly id: EnvironmentId; readonly name: string } | null;
}

/** Sends the alerts of its certificates to its channels. */
export interface AlertRoute extends RouteSubject {
  readonly id: AlertRouteId;
  /** Whether it matches a certificate now. */
  readonly matches: boolean;
  readonly channels: readonly RoutedChannel[];
}

type Ctx = Pick<OrgContext, 'org' | 'entitlements' | 'config'> & { readonly db: Executor };

/** Channels of the organization that fulfill `condition`, oldest first. */
export const listRoutedChannels = async (ctx: Ctx, condition: SQL | undefined): Promise<RoutedChannel[]> => {
  const { id, type, name, enabled, complete, brokenAt, orgId, createdAt } = notificationChannels;
  const rows = await ctx.db
    .select({ id, type, name, enabled, complete, brokenAt })
    .from(notificationChannels)
    .where(and(eq(orgId, ctx.org.id), condition))
    .orderBy(asc(createdAt), asc(id));
  const circumstances = { available: ctx.entitlements.channels, sendsMail: ctx.config.sendsMail };
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    name: row.name,
    delivers: row.enabled && channelTrouble(row, circumstances) === null,
  }));
};

/** Routes of the organization that fulfill `condition`, oldest first. */
export const listRoutes = async (ctx: Ctx, condition?: SQL): Promise<AlertRoute[]> => {
  const rows = await ctx.db
    .select({
      id: alertRoutes.id,
      tag: alertRoutes.tag,
      environment: { id: environments.id, name: environments.name },
      matches: sql<boolean>`exists (select from ${certificates} where ${routeMatches})`,
      channelIds: sql<readonly ChannelId[]>`array(
        select ${alertRouteChannels.channelId} from ${alertRouteChannels} where ${alertRouteChannels.routeId} = ${alertRoutes.id})`,
    })
    .from(alertRoutes)
    .leftJoin(environments, eq(environments.id, alertRoutes.environmentId))
    .where(and(eq(alertRoutes.orgId, ctx.org.id), condition))
    .orderBy(asc(alertRoutes.id));
  if (rows.length === 0) return [];
  const channels = await listRoutedChannels(ctx, undefined);
  return rows.map(({ channelIds, ...route }) => ({
    ...route,
    channels: channels.filter(({ id }) => channelIds.includes(id)),
  }));
};
