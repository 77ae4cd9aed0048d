import { certificateHistory, certificateRenewals, certificates, type Database, organizationDays } from '@notafter/db';
import {
  addMs,
  DAY_MS,
  dateText,
  daysLeft,
  healthScore,
  type Mail,
  REPORT_ENDPOINTS_SHOWN,
  REPORT_EXPIRING_DAYS,
  REPORT_FILE_DAYS,
  REPORT_FILE_ROWS_MAX,
  type Report,
  type ReportEndpoint,
  type ReportFigures,
  type ReportFrequency,
  type ReportList,
  riskScore,
  startOfSecond,
} from '@notafter/domain';
import { and, asc, count, eq, gte, lt, type SQL } from 'drizzle-orm';
import { readReadiness } from '../../analytics/get-readiness.ts';
import { type CertificateReach, withinReach } from '../../certificate-reach.ts';
import { countByStatus, countExpiringBefore } from '../../certificates/list/certificate-counts.ts';
import { countLate, isLate } from '../../certificates/list/count-late.ts';
import type { Organization, SystemContext } from '../../context.ts';
import { writeCsv } from '../../csv-cells.ts';

/** A job has no person: it reads the whole organization, as the reports of everyone do. */
export type ReportContext = Pick<SystemContext, 'db' | 'clock' | 'config'> & { readonly org: Pick<Organization, 'id' | 'name'> };

export interface ReportPeriod {
  readonly frequency: ReportFrequency;
  readonly from: Date;
  readonly until: Date;
  readonly timeZone: string;
}

export interface ComposedReport {
  readonly report: Report;
  readonly csv: string;
}

const baseOf = ({ config }: Pick<ReportContext, 'config'>): string => config.publicUrl.replace(/\/$/, '');

const readBefore = async ({ db, org }: ReportContext, from: Date, today: string): Promise<Report['before']> => {
  const [row] = await db
    .select()
    .from(organizationDays)
    .where(
      and(eq(organizationDays.orgId, org.id), gte(organizationDays.day, dateText(addMs(from, -DAY_MS))), lt(organizationDays.day, today)),
    )
    .orderBy(asc(organizationDays.day))
    .limit(1);
  if (row === undefined) return null;
  const { day, total, expired, critical, warning, valid, unreachable, healthScore: health, riskScore: risk, late } = row;
  return { day, total, expired, critical, warning, valid, unreachable, healthScore: health, riskScore: risk, late };
};

const countRenewals = async ({ db, org }: ReportContext, { from, until }: ReportPeriod): Promise<number> => {
  const [row] = await db
    .select({ renewals: count() })
    .from(certificateHistory)
    .innerJoin(certificates, eq(certificates.id, certificateHistory.certificateId))
    .where(
      and(
        eq(certificates.orgId, org.id),
        eq(certificateHistory.action, 'renewed'),
        gte(certificateHistory.recordedAt, from),
        lt(certificateHistory.recordedAt, until),
      ),
    );
  return row?.renewals ?? 0;
};

const expiresBetween = (reach: CertificateReach, from: Date, until: Date): SQL | undefined =>
  and(withinReach(reach), gte(certificates.expiresAt, from), lt(certificates.expiresAt, until));

/** Those that expire first first. */
const readEndpoints = (db: Database, where: SQL | undefined, limit: number) =>
  db
    .select({ id: certificates.id, domain: certificates.domain, issuer: certificates.issuer, notAfter: certificates.notAfter })
    .from(certificates)
    .leftJoin(certificateRenewals, eq(certificateRenewals.certificateId, certificates.id))
    .where(where)
    .orderBy(asc(certificates.expiresAt), asc(certificates.id))
    .limit(limit);

const readLimit = async (ctx: ReportContext & { readonly reach: CertificateReach }, now: Date): Promise<Report['limit']> => {
  const { limits } = await readReadiness(ctx);
  const next = limits.find(({ from, counts }) => new Date(from) > now && counts.misses + counts.check > 0);
  return next === undefined ? null : { text: next.text, from: next.from, misses: next.counts.misses, check: next.counts.check };
};

const search = (text: string): string => `/certificates?search=${encodeURIComponent(text)}`;

/** The totals come from the counts by hour, so that they cost the same for a million endpoints. */
const readLists = async (ctx: ReportContext, { from, until }: ReportPeriod, late: number) => {
  const { db, clock, org } = ctx;
  const now = clock.now();
  const second = startOfSecond(now);
  const reach = { orgId: org.id, scope: null };
  const base = baseOf(ctx);
  const soon = addMs(second, REPORT_EXPIRING_DAYS * DAY_MS);
  const fileEnd = addMs(second, REPORT_FILE_DAYS * DAY_MS);
  const end = new Date(Math.min(until.getTime(), second.getTime()));
  const ranges = { expiring: [second, soon], expired: [from, end], file: [second, fileEnd] } as const;
  const [beforeNow = 0, beforeSoon = 0, beforeFileEnd = 0, beforeFrom = 0, beforeEnd = 0] = await countExpiringBefore(db, reach, [
    second,
    soon,
    fileEnd,
    from,
    end,
  ]);
  const endpointsOf = async (where: SQL | undefined, limit: number): Promise<ReportEndpoint[]> =>
    (await readEndpoints(db, where, limit)).flatMap(({ id, domain, issuer, notAfter }) =>
      notAfter === null ? [] : [{ domain, issuer, notAfter, daysLeft: daysLeft(notAfter, now), url: `${base}/certificates/${id}` }],
    );
  const listOf = async (total: number, where: SQL | undefined, path: string): Promise<ReportList> => ({
    ...{ total, first: await endpointsOf(where, REPORT_ENDPOINTS_SHOWN), url: `${base}${path}` },
  });
  return {
    expiring: await listOf(beforeSoon - beforeNow, expiresBetween(reach, ...ranges.expiring), search('expires:>=0d expires:<30d')),
    late: await listOf(late, isLate(reach, now), search('renewal:late')),
    expired: await listOf(beforeEnd - beforeFrom, expiresBetween(reach, ...ranges.expired), '/certificates?status=expired'),
    rows: await endpointsOf(expiresBetween(reach, ...ranges.file), REPORT_FILE_ROWS_MAX),
    rowsTotal: beforeFileEnd - beforeNow,
  };
};

/** Reads the figures of an organization now, and what happened in a period. */
export const composeReport = async (ctx: ReportContext, period: ReportPeriod): Promise<ComposedReport> => {
  const { db, org } = ctx;
  const now = ctx.clock.now();
  const reach = { orgId: org.id, scope: null };
  const base = baseOf(ctx);
  const counts = await countByStatus(db, reach, now);
  const figures: ReportFigures = {
    ...counts,
    healthScore: healthScore(counts),
    riskScore: riskScore(counts),
    late: await countLate({ db, reach }, now),
  };
  const { rows, rowsTotal, ...lists } = await readLists(ctx, period, figures.late);
  const report: Report = {
    ...{ organization: org.name, ...period, readAt: now, figures, ...lists },
    before: await readBefore(ctx, period.from, dateText(now)),
    renewals: await countRenewals(ctx, period),
    limit: await readLimit({ ...ctx, reach }, now),
    file: { rows: rows.length, total: rowsTotal },
    analyticsUrl: `${base}/analytics`,
    readinessUrl: `${base}/analytics/readiness`,
    settingsUrl: `${base}/analytics/report`,
  };
  const csv = writeCsv([
    ['domain', 'issuer', 'expiration_date', 'days_left'],
    ...rows.map(({ domain, issuer, notAfter, daysLeft: days }) => [domain, issuer ?? '', notAfter.toISOString(), String(days)]),
  ]);
  return { report, csv };
};

/** The mail of a report to one address. */
export const mailOf = (
  { report, csv }: ComposedReport,
  { to, unsubscribeLink }: { readonly to: string; readonly unsubscribeLink: string | null },
): Extract<Mail, { kind: 'report' }> => ({ kind: 'report', to, report, csv, link: report.analyticsUrl, unsubscribeLink });
