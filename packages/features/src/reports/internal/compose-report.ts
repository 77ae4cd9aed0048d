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
  riskScore,
  startOfSecond,
} from '@notafter/domain';
import { and, asc, count, eq, gte, lt, type SQL } from 'drizzle-orm';
import { readReadiness } from '../../analytics/get-readiness.ts';
import { type CertificateReach, withinReach } from '../../certificate-reach.ts';
import { countByStatus } from '../../certificates/list/certificate-counts.ts';
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

const countEndpoints = async (db: Database, where: SQL | undefined): Promise<number> => {
  const [row] = await db
    .select({ total: count() })
    .from(certificates)
    .leftJoin(certificateRenewals, eq(certificateRenewals.certificateId, certificates.id))
    .where(where);
  return row?.total ?? 0;
};

const readLimit = async (ctx: ReportContext & { readonly reach: CertificateReach }, now: Date): Promise<Report['limit']> => {
  const { limits } = await readReadiness(ctx);
  const next = limits.find(({ from, counts }) => new Date(from) > now && counts.misses + counts.check > 0);
  return next === undefined ? null : { text: next.text, from: next.from, misses: next.counts.misses, check: next.counts.check };
};

/** Reads the figures of an organization now, and what happened in a period. */
export const composeReport = async (ctx: ReportContext, period: ReportPeriod): Promise<ComposedReport> => {
  const { db, org } = ctx;
  const now = ctx.clock.now();
  const second = startOfSecond(now);
  const reach = { orgId: org.id, scope: null };
  const base = baseOf(ctx);
  const toEndpoints = (rows: Awaited<ReturnType<typeof readEndpoints>>): ReportEndpoint[] =>
    rows.flatMap(({ id, domain, issuer, notAfter }) =>
      notAfter === null ? [] : [{ domain, issuer, notAfter, daysLeft: daysLeft(notAfter, now), url: `${base}/certificates/${id}` }],
    );
  const listOf = async (where: SQL | undefined, path: string): Promise<Report['expiring']> => ({
    total: await countEndpoints(db, where),
    first: toEndpoints(await readEndpoints(db, where, REPORT_ENDPOINTS_SHOWN)),
    url: `${base}${path}`,
  });
  const counts = await countByStatus(db, reach, now);
  const late = await countLate({ db, reach }, now);
  const figures: ReportFigures = { ...counts, healthScore: healthScore(counts), riskScore: riskScore(counts), late };
  const inFile = expiresBetween(reach, second, addMs(second, REPORT_FILE_DAYS * DAY_MS));
  const rows = toEndpoints(await readEndpoints(db, inFile, REPORT_FILE_ROWS_MAX));
  const report: Report = {
    ...{ organization: org.name, ...period, readAt: now, figures },
    before: await readBefore(ctx, period.from, dateText(now)),
    renewals: await countRenewals(ctx, period),
    expiring: await listOf(
      expiresBetween(reach, second, addMs(second, REPORT_EXPIRING_DAYS * DAY_MS)),
      `/certificates?search=${encodeURIComponent('expires:>=0d expires:<30d')}`,
    ),
    late: await listOf(isLate(reach, now), `/certificates?search=${encodeURIComponent('renewal:late')}`),
    expired: await listOf(
      expiresBetween(reach, period.from, new Date(Math.min(period.until.getTime(), second.getTime()))),
      '/certificates?status=expired',
    ),
    limit: await readLimit({ ...ctx, reach }, now),
    file: { rows: rows.length, total: rows.length < REPORT_FILE_ROWS_MAX ? rows.length : await countEndpoints(db, inFile) },
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
