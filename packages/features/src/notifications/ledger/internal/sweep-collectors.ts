import { alerts, collectors, newId, organizations, type Transaction } from '@notafter/db';
import {
  type AlertId,
  type AlertResolution,
  andList,
  brandId,
  type CollectorId,
  type CollectorRule,
  cleanLine,
  collectorRules,
  collectorState,
  countText,
  type OrganizationId,
  planIncludes,
  plural,
  UNREADABLE_REPORTS,
} from '@notafter/domain';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { SystemContext } from '../../../context.ts';
import { withTransaction } from '../../../with-transaction.ts';
import { notify } from '../../delivery/notify.ts';
import { type EndedAlert, endAlerts } from './end-alerts.ts';
import type { LedgerContext } from './ledger-context.ts';
import type { RaisedAlert } from './raise-alerts.ts';
import { idArray } from './sql-values.ts';

const PATHS_SHOWN = 3;
const PATH_MAX_LENGTH = 120;

/** The judgment of one rule about one collector. */
interface Judgment {
  readonly id: CollectorId;
  readonly rule: CollectorRule;
  /** A problem, or why an open alert ends. */
  readonly finding: { readonly problem: string } | { readonly over: AlertResolution };
}

interface Unreadable {
  /** That could not be read in the last reports. */
  readonly paths: readonly string[];
  /** 0 if files can't be read since fewer reports: an open alert stays. */
  readonly total: number;
}

/** The collectors with files that can't be read. */
const listUnreadable = async ({ db }: SystemContext): Promise<ReadonlyMap<string, Unreadable>> => {
  const rows = await db.execute<{ collector_id: string; paths: string[]; total: number }>(sql`
    select collector_id, coalesce((array_agg(path order by path) filter (where reports >= ${UNREADABLE_REPORTS}))[:${PATHS_SHOWN}], '{}') as paths,
      (count(*) filter (where reports >= ${UNREADABLE_REPORTS}))::int as total
    from (
      select collector_id, path, max(problem_reports) as reports from collector_files where problem is not null group by collector_id, path
    ) as file
    group by collector_id`);
  return new Map(rows.map(({ collector_id: id, paths, total }) => [id, { paths, total }]));
};

/** Paths are texts of the collector. */
const unreadableText = ({ paths, total }: Unreadable): string => {
  const shown = paths.map((path) => cleanLine(path, PATH_MAX_LENGTH));
  const rest = total - shown.length;
  return `Collector can\u2019t read ${plural(total, 'file')}: ${andList(rest > 0 ? [...shown, `${countText(rest)} more`] : shown)}`;
};

const judgeFiles = (id: CollectorId, unreadable: Unreadable | undefined): Judgment[] => {
  if (unreadable === undefined) return [{ id, rule: 'files_unreadable', finding: over.recovered }];
  return unreadable.total === 0 ? [] : [{ id, rule: 'files_unreadable', finding: { problem: unreadableText(unreadable) } }];
};

const over = { removed: { over: 'removed' }, recovered: { over: 'recovered' } } as const;

/** Every collector that has reported, in organizations that are not disabled. */
const judgeCollectors = async (ctx: SystemContext): Promise<Judgment[]> => {
  const now = ctx.clock.now();
  const unreadable = await listUnreadable(ctx);
  const rows = await ctx.db
    .select({ collector: collectors, org: organizations })
    .from(collectors)
    .innerJoin(organizations, eq(organizations.id, collectors.orgId))
    .where(and(isNotNull(collectors.lastReportAt), eq(organizations.disabled, false)));
  return rows.flatMap(({ collector, org }): Judgment[] => {
    const { id } = collector;
    const state = collectorState(collector, now);
    if (state === 'revoked' || !planIncludes('collectors', org, ctx.config.defaultPlan))
      return collectorRules.map((rule) => ({ id, rule, finding: over.removed }));
    // A copied key is an alert beside that of the silence, which lasts: nothing more is taken.
    if (state === 'forked')
      return [
        { id, rule: 'collector_forked', finding: { problem: 'Collector has a twin: two programs use its key. Nothing more is taken' } },
      ];
    const silence = state === 'silent' ? { problem: 'Collector has not reported for three intervals' } : over.recovered;
    return [{ id, rule: 'collector_unwell', finding: silence }, ...judgeFiles(id, unreadable.get(id))];
  });
};

/** Raises an alert of each rule without an open one. The alert is about the collector, so its certificate is the collector's ID. */
const raise = async (tx: { readonly db: Transaction; readonly now: Date }, judged: readonly Judgment[]): Promise<RaisedAlert[]> => {
  const rows = judged.flatMap(({ id, rule, finding }) =>
    'problem' in finding ? [{ id: newId<'alert'>(), collector_id: id, rule, summary: finding.problem }] : [],
  );
  if (rows.length === 0) return [];
  const raised = await tx.db.execute<{ id: AlertId; org_id: OrganizationId; collector_id: string; rule: CollectorRule }>(sql`
    with held as (
      select id, org_id, name from collectors where id = any(${idArray(rows.map(({ collector_id: id }) => id))}::uuid[])
      order by id for no key update
    )
    insert into alerts (id, org_id, certificate_id, domain, rule, threshold, occasion, summary, raised_at)
    select wanted.id, held.org_id, held.id, held.name, wanted.rule, 0, (
        select (coalesce(max(earlier.occasion::int), 0) + 1)::text from alerts as earlier
        where earlier.certificate_id = held.id and earlier.rule = wanted.rule),
      wanted.summary, ${tx.now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as wanted (id uuid, collector_id uuid, rule text, summary text)
    join held on held.id = wanted.collector_id
    where not exists (
      select from alerts as open where open.certificate_id = held.id and open.rule = wanted.rule and open.resolved_at is null)
    order by held.id
    on conflict (certificate_id, rule, threshold, occasion) do nothing
    returning id, org_id, certificate_id as collector_id, rule`);
  return raised.map(({ id, org_id: orgId, collector_id, rule }) => ({
    ...{ id, orgId, certificateId: brandId(collector_id), rule, threshold: 0 },
  }));
};

const end = (tx: LedgerContext, judged: readonly Judgment[], resolution: AlertResolution): Promise<EndedAlert[]> => {
  const rows = judged.flatMap(({ id, rule, finding }) => ('over' in finding && finding.over === resolution ? [{ id, rule }] : []));
  const isOver = sql`exists (
    select from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ending (id uuid, rule text)
    where ending.id = ${alerts.certificateId} and ending.rule = ${alerts.rule})`;
  return endAlerts(tx, isOver, { resolution });
};

/** Alerts on collectors that are silent, whose key was copied, or that can't read files, and ends the alerts of those that report again or are over. */
export const sweepCollectors = async (ctx: SystemContext): Promise<number> => {
  const judged = await judgeCollectors(ctx);
  if (judged.length === 0) return 0;
  return withTransaction(ctx, async (tx) => {
    const ended = [...(await end(tx, judged, 'recovered')), ...(await end(tx, judged, 'removed'))];
    const raised = await raise({ db: tx.db, now: tx.clock.now() }, judged);
    await notify(tx, { raised, ended });
    return raised.length;
  });
};
