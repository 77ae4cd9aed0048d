import { alertDayRules, certificates, type Database, notificationSettings, watchedDomains } from '@notafter/db';
import {
  ALERTS_KEY,
  byDays,
  chainFields,
  channelIdentity,
  DEFAULT_ALERT_DAYS,
  environmentIdentity,
  environmentRouteIdentity,
  issuerList,
  type PresentObject,
  settingFields,
  tagFields,
  tagIdentity,
} from '@notafter/domain';
import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { isCheckedHere } from '../../certificates/reports/collector-endpoints.ts';
import type { OrgContext } from '../../context.ts';
import { listEnvironments } from '../../environments/list-environments.ts';
import { listChannelSettings } from '../../notifications/channels/list-channel-settings.ts';
import { listAlertRoutes } from '../../notifications/routing/list-alert-routes.ts';

/** Not those of data services and collectors, which decide about theirs. */
const readEndpoints = async (db: Database, orgId: OrgContext['org']['id']): Promise<PresentObject[]> => {
  const rows = await db
    .select({ id: certificates.id, domain: certificates.domain, tags: certificates.tags, environmentId: certificates.environmentId })
    .from(certificates)
    .where(and(eq(certificates.orgId, orgId), isNull(certificates.serviceId), isCheckedHere))
    .orderBy(asc(certificates.domain));
  return rows.map(({ id, domain, tags, environmentId }) => ({
    ...{ kind: 'endpoint', id, identity: domain, label: domain },
    fields: { domain, ...tagFields(tags), environment: environmentId === null ? [] : [environmentId] },
  }));
};

/** Uploads and dates. */
const readNamed = async (db: Database, orgId: OrgContext['org']['id']): Promise<PresentObject[]> => {
  const { id, source, domain, chain, notAfter, issuer, tags, environmentId } = certificates;
  const rows = await db
    .select({ id, source, domain, chain, notAfter, issuer, tags, environmentId })
    .from(certificates)
    .where(and(eq(certificates.orgId, orgId), inArray(source, ['upload', 'date'])))
    .orderBy(asc(domain));
  return rows.map((row): PresentObject => {
    const name = row.domain;
    const own = row.source === 'date' ? { expires: row.notAfter?.toISOString() ?? null, issuer: row.issuer } : chainFields(row.chain);
    return {
      ...{ kind: row.source === 'date' ? 'date' : 'upload', id: row.id, identity: name, label: name },
      fields: { name, ...own, ...tagFields(row.tags), environment: row.environmentId === null ? [] : [row.environmentId] },
    };
  });
};

/** Returns everything of the organization that a file can describe. */
export const readPresentObjects = async (ctx: OrgContext): Promise<PresentObject[]> => {
  const [{ environments }, channels, endpoints, named, { routes }, rules, domains, [settings]] = await Promise.all([
    listEnvironments(ctx),
    listChannelSettings(ctx),
    readEndpoints(ctx.db, ctx.org.id),
    readNamed(ctx.db, ctx.org.id),
    listAlertRoutes(ctx),
    ctx.db
      .select({ id: alertDayRules.id, tag: alertDayRules.tag, days: alertDayRules.days })
      .from(alertDayRules)
      .where(and(eq(alertDayRules.orgId, ctx.org.id), isNotNull(alertDayRules.tag)))
      .orderBy(asc(alertDayRules.tag)),
    ctx.db
      .select({ id: watchedDomains.id, domain: watchedDomains.domain, allowedIssuers: watchedDomains.allowedIssuers })
      .from(watchedDomains)
      .where(eq(watchedDomains.orgId, ctx.org.id))
      .orderBy(asc(watchedDomains.domain)),
    ctx.db.select().from(notificationSettings).where(eq(notificationSettings.orgId, ctx.org.id)),
  ]);
  return [
    ...environments.map(
      ({ id, name, description }): PresentObject => ({
        ...{ kind: 'environment', id, identity: environmentIdentity(name), label: name },
        fields: { name, description },
      }),
    ),
    ...channels.map(
      ({ id, type, name, enabled, inDefaultRoute, settings: inClear }): PresentObject => ({
        ...{ kind: 'channel', id, identity: channelIdentity(name), label: name },
        fields: { type, name, enabled, default: inDefaultRoute, ...settingFields(inClear) },
      }),
    ),
    ...endpoints,
    ...named,
    // A route without a subject matches nothing.
    ...routes.flatMap(({ id, tag, environment, channels: to }): PresentObject[] =>
      tag === null && environment === null
        ? []
        : [
            {
              ...{ kind: 'route', id, label: tag ?? `environment ${environment?.name ?? ''}` },
              identity: tag === null ? environmentRouteIdentity(environment?.id ?? '') : tagIdentity(tag),
              fields: { tag, environment: environment === null ? [] : [environment.id], channels: to.map((channel) => channel.id).sort() },
            },
          ],
    ),
    ...rules.map(
      ({ id, tag, days }): PresentObject => ({
        ...{ kind: 'day_rule', id, identity: tagIdentity(tag ?? ''), label: tag ?? '' },
        fields: { tag, days: byDays(days) },
      }),
    ),
    ...domains.map(
      ({ id, domain, allowedIssuers }): PresentObject => ({
        ...{ kind: 'domain', id, identity: domain, label: domain },
        fields: { domain, allowed_issuers: issuerList(allowedIssuers) },
      }),
    ),
    {
      ...{ kind: 'alerts', id: ctx.org.id, identity: ALERTS_KEY, label: 'alert days' },
      fields: {
        days: byDays(settings?.alertDays ?? DEFAULT_ALERT_DAYS),
        scale_to_lifetime: settings?.scaleToLifetime ?? false,
      },
    },
  ];
};
