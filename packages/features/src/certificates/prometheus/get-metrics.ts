import { alerts, certificates } from '@notafter/db';
import { type AlertRule, alertRules, type DeploymentState, hasExpired, METRICS_ENDPOINTS_MAX, presentReasons } from '@notafter/domain';
import { prometheusFilterInput } from '@notafter/domain/inputs';
import { and, count, eq, exists, isNull, type SQL, sql } from 'drizzle-orm';
import type { OrgContext } from '../../context.ts';
import { useCase } from '../../use-case.ts';
import { type EndpointRow, matchesPrometheusFilter, type PageEnd, readEndpoints } from './internal/read-endpoints.ts';

const PAGE_SIZE = 1000;

/** The figures of one endpoint. Null: not known, because it was never checked or never reached. */
export interface EndpointMetrics {
  readonly domain: string;
  readonly environment: string | null;
  /** The collector that checks it, by name; null for this server. */
  readonly collector: string | null;
  readonly issuer: string | null;
  readonly notBefore: Date | null;
  readonly notAfter: Date | null;
  /** Its dates and its verdict are right. */
  readonly valid: boolean | null;
  readonly up: boolean | null;
  readonly lastCheckedAt: Date | null;
  readonly renewalLate: boolean | null;
  /** Null if what it serves agrees with what is known. */
  readonly deploymentState: DeploymentState | null;
}

export interface Metrics {
  /** By domain, at most `METRICS_ENDPOINTS_MAX`. */
  readonly endpoints: readonly EndpointMetrics[];
  /** All that match. */
  readonly total: number;
  /** Every rule, also without open alerts. */
  readonly openAlerts: readonly { readonly rule: AlertRule; readonly count: number }[];
}

const metricsOf = (row: EndpointRow, now: Date): EndpointMetrics => {
  const {
    domain,
    environment,
    collector,
    issuer,
    notBefore,
    notAfter,
    reasons,
    unreachableReason,
    lastCheckedAt,
    lateAt,
    deploymentState,
  } = row;
  const expired = notAfter !== null && hasExpired(notAfter, now);
  return {
    domain,
    environment,
    collector,
    issuer,
    notBefore,
    notAfter,
    valid: notAfter === null ? null : !expired && presentReasons(reasons, notBefore, now).length === 0,
    up: lastCheckedAt === null ? null : unreachableReason === null,
    lastCheckedAt,
    renewalLate: notAfter === null ? null : expired || (lateAt !== null && now >= lateAt),
    deploymentState,
  };
};

/** Of the certificates that match; null: of the whole organization, with its collectors, data services and issued certificates. */
const countOpenAlerts = async ({ db, org }: OrgContext, matches: SQL | undefined | null): Promise<Metrics['openAlerts']> => {
  const isOfOne = exists(
    db
      .select({ one: sql`1` })
      .from(certificates)
      .where(and(eq(certificates.id, alerts.certificateId), matches ?? undefined)),
  );
  const rows = await db
    .select({ rule: alerts.rule, count: count() })
    .from(alerts)
    .where(and(eq(alerts.orgId, org.id), isNull(alerts.resolvedAt), matches === null ? undefined : isOfOne))
    .groupBy(alerts.rule);
  const counts = new Map(rows.map((row) => [row.rule, row.count]));
  return alertRules.map((rule) => ({ rule, count: counts.get(rule) ?? 0 }));
};

/** Returns the figures that Prometheus reads of the caller's endpoints and their open alerts. */
export const getMetrics = useCase({
  name: 'certificates/get-metrics',
  access: 'member',
  apiKey: 'read',
  scoped: true,
  input: prometheusFilterInput,
})(async (ctx, filter): Promise<Metrics> => {
  const now = ctx.clock.now();
  const matches = await matchesPrometheusFilter(ctx, filter);
  const isWhole = ctx.reach.scope === null && (filter.environment ?? '') === '' && (filter.tag ?? '') === '';
  const endpoints: EndpointMetrics[] = [];
  for (let after: PageEnd | null = null; endpoints.length < METRICS_ENDPOINTS_MAX; ) {
    const page: EndpointRow[] = await readEndpoints(ctx, matches, after, PAGE_SIZE);
    endpoints.push(...page.map((row) => metricsOf(row, now)));
    after = page.at(-1) ?? null;
    if (page.length < PAGE_SIZE) break;
  }
  const total = endpoints.length < METRICS_ENDPOINTS_MAX ? endpoints.length : await ctx.db.$count(certificates, matches);
  return { endpoints, total, openAlerts: await countOpenAlerts(ctx, isWhole ? null : matches) };
});
