import { alerts, collectors, newId, organizations, type Transaction } from '@notafter/db';
import {
  type AlertId,
  type AlertResolution,
  brandId,
  type CollectorId,
  collectorState,
  type OrganizationId,
  planIncludes,
} from '@notafter/domain';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { SystemContext } from '../../../context.ts';
import { withTransaction } from '../../../with-transaction.ts';
import { notify } from '../../delivery/notify.ts';
import { type EndedAlert, endAlerts } from './end-alerts.ts';
import type { LedgerContext } from './ledger-context.ts';
import type { RaisedAlert } from './raise-alerts.ts';
import { idArray } from './sql-values.ts';

const RULE = 'collector_unwell';

interface Judged {
  readonly id: CollectorId;
  /** Null: nothing is wrong. */
  readonly problem: string | null;
  /** Nobody expects it to report any more. */
  readonly isOver: boolean;
}

/** Every collector that has reported, in organizations that are not disabled. */
const judgeCollectors = async (ctx: SystemContext): Promise<Judged[]> => {
  const now = ctx.clock.now();
  const rows = await ctx.db
    .select({ collector: collectors, org: organizations })
    .from(collectors)
    .innerJoin(organizations, eq(organizations.id, collectors.orgId))
    .where(and(isNotNull(collectors.lastReportAt), eq(organizations.disabled, false)));
  return rows.map(({ collector, org }) => {
    const state = collectorState(collector, now);
    const isOver = state === 'revoked' || !planIncludes('collectors', org, ctx.config.defaultPlan);
    if (isOver || (state !== 'silent' && state !== 'forked')) return { id: collector.id, problem: null, isOver };
    const problem = state === 'silent' ? 'has not reported for three intervals' : 'has a twin: two programs use its key';
    return { id: collector.id, problem: `Collector ${problem}`, isOver };
  });
};

/** Raises an alert for each collector without an open one. The alert is about the collector, so its certificate is the collector's ID. */
const raise = async (tx: { readonly db: Transaction; readonly now: Date }, unwell: readonly Judged[]): Promise<RaisedAlert[]> => {
  if (unwell.length === 0) return [];
  const rows = unwell.map(({ id, problem }) => ({ id: newId<'alert'>(), collector_id: id, summary: problem }));
  const raised = await tx.db.execute<{ id: AlertId; org_id: OrganizationId; collector_id: string }>(sql`
    with held as (
      select id, org_id, name from collectors where id = any(${idArray(unwell.map(({ id }) => id))}::uuid[]) order by id for no key update
    )
    insert into alerts (id, org_id, certificate_id, domain, rule, threshold, occasion, summary, raised_at)
    select wanted.id, held.org_id, held.id, held.name, ${RULE}, 0, (
        select (coalesce(max(earlier.occasion::int), 0) + 1)::text from alerts as earlier
        where earlier.certificate_id = held.id and earlier.rule = ${RULE}),
      wanted.summary, ${tx.now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as wanted (id uuid, collector_id uuid, summary text)
    join held on held.id = wanted.collector_id
    where not exists (select from alerts as open where open.certificate_id = held.id and open.rule = ${RULE} and open.resolved_at is null)
    order by held.id
    on conflict (certificate_id, rule, threshold, occasion) do nothing
    returning id, org_id, certificate_id as collector_id`);
  return raised.map(({ id, org_id: orgId, collector_id }) => ({
    id,
    orgId,
    certificateId: brandId(collector_id),
    rule: RULE,
    threshold: 0,
  }));
};

const end = (ctx: LedgerContext, judged: readonly Judged[], resolution: AlertResolution): Promise<EndedAlert[]> =>
  endAlerts(ctx, sql`${alerts.rule} = ${RULE} and ${alerts.certificateId} = any(${idArray(judged.map(({ id }) => id))}::uuid[])`, {
    resolution,
  });

/** Alerts on collectors that are silent, or whose key was copied, and ends those that report again or are over. */
export const sweepCollectors = async (ctx: SystemContext): Promise<number> => {
  const judged = await judgeCollectors(ctx);
  if (judged.length === 0) return 0;
  return withTransaction(ctx, async (tx) => {
    const well = judged.filter(({ problem }) => problem === null);
    const ended = [
      ...(await end(
        tx,
        well.filter(({ isOver }) => !isOver),
        'recovered',
      )),
      ...(await end(
        tx,
        well.filter(({ isOver }) => isOver),
        'removed',
      )),
    ];
    const raised = await raise(
      { db: tx.db, now: tx.clock.now() },
      judged.filter(({ problem }) => problem !== null),
    );
    await notify(tx, { raised, ended });
    return raised.length;
  });
};
