import { operatorAlerts } from '@notafter/db';
import {
  addMs,
  DAY_MS,
  dateTimeText,
  HOUR_MS,
  judgeOutage,
  type OperatorAlertId,
  type OutageSample,
  type OutageVerdict,
} from '@notafter/domain';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { SystemContext } from '../../../context.ts';
import { withTransaction } from '../../../with-transaction.ts';
import { openOperatorAlert } from '../open-operator-alert.ts';
import { expediteSample, expediteSilent } from './expedite-checks.ts';

/** Then teams are notified after all: an outage this long concerns them too. */
const HELD_AT_MOST_MS = DAY_MS;

/** The longest that teams wait for a sample, which is delayed if checks themselves are late. */
const UNCLEAR_AT_MOST_MS = HOUR_MS;

/** Endpoints that failed often enough, without an alert. */
export interface PendingFailures {
  readonly count: number;
  /** When the first of them became unreachable; null without any. */
  readonly since: Date | null;
}

interface Sample extends OutageSample {
  readonly since: Date;
}

/** Over the whole installation. An endpoint that was never reached does not count. */
const takeSamples = async (ctx: SystemContext, instants: readonly Date[]): Promise<{ endpoints: number; samples: Sample[] }> => {
  const from = instants.map((since) => sql`${since.toISOString()}::timestamptz`);
  const counts = (column: 'last_checked_at' | 'unreachable_since') =>
    sql`json_build_array(${sql.join(
      from.map((since) => sql`count(*) filter (where ${sql.raw(column)} >= ${since})`),
      sql`, `,
    )})`;
  const [row] = await ctx.db.execute<{ endpoints: number; checked: number[]; silent: number[] }>(sql`
    select schedule.endpoints, schedule.checked, unreachable.silent
    from (select count(*)::int as endpoints, ${counts('last_checked_at')} as checked from check_schedule) as schedule,
      (select ${counts('unreachable_since')} as silent from certificates where unreachable_reason is not null and not_after is not null) as unreachable`);
  const samples = instants.map((since, index) => ({ since, checked: row?.checked[index] ?? 0, wentSilent: row?.silent[index] ?? 0 }));
  return { endpoints: row?.endpoints ?? 0, samples };
};

const open = async (ctx: SystemContext, { since, checked, wentSilent }: Sample): Promise<void> => {
  const detail = `${wentSilent} of the ${checked} endpoints checked since ${dateTimeText(since)} cannot be reached any more.`;
  const opened = await withTransaction(ctx, (tx) => openOperatorAlert(tx, { kind: 'mass_outage', detail }));
  if (opened)
    ctx.log.error({ since, checked, wentSilent }, 'mass outage: alerts about unreachable endpoints are held until the cause is clear');
};

const close = async (ctx: SystemContext, id: OperatorAlertId): Promise<void> => {
  await ctx.db
    .update(operatorAlerts)
    .set({ closedAt: ctx.clock.now() })
    .where(and(eq(operatorAlerts.id, id), isNull(operatorAlerts.closedAt)));
  await expediteSilent(ctx.db, ctx.clock.now());
  ctx.log.info({ operatorAlertId: id }, 'the mass outage is over');
};

/** Endpoints that became unreachable in a mass outage alert once a check after it fails too. */
export const confirmedAfterOutage = sql`coalesce(
  schedule.last_checked_at > (select max(closed_at) from operator_alerts where kind = 'mass_outage'), true)`;

/**
 * The outage guard in front of alerts about failing endpoints: returns true while they are held, because so many became
 * unreachable at once that the installation itself is the likely cause, or because too few were checked since to know, in which
 * case it expedites some checks.
 */
export const watchOutage = async (ctx: SystemContext, pending: PendingFailures): Promise<boolean> => {
  const now = ctx.clock.now();
  const [ongoing] = await ctx.db
    .select()
    .from(operatorAlerts)
    .where(and(eq(operatorAlerts.kind, 'mass_outage'), isNull(operatorAlerts.closedAt)));
  if (pending.since === null) {
    if (ongoing !== undefined) await close(ctx, ongoing.id);
    return false;
  }
  const intervalMs = ctx.config.checkIntervalHours * HOUR_MS;
  const earliest = addMs(ongoing?.openedAt ?? now, -intervalMs);
  const since = new Date(Math.max(pending.since.getTime(), earliest.getTime()));
  const instants = [since, addMs(now, -Math.min(intervalMs, HOUR_MS)), addMs(now, -intervalMs)];
  const { endpoints, samples } = await takeSamples(ctx, instants);
  const verdicts = samples.map((sample): OutageVerdict => judgeOutage(sample, endpoints));
  const mass = samples.find((_sample, index) => verdicts[index] === 'mass');
  const unclear = mass === undefined && verdicts[0] === 'unclear' && now < addMs(since, UNCLEAR_AT_MOST_MS);
  if (unclear) await expediteSample(ctx.db, since, now);
  if (ongoing !== undefined) {
    const goesOn = (mass !== undefined || unclear) && now < addMs(ongoing.openedAt, HELD_AT_MOST_MS);
    if (!goesOn) await close(ctx, ongoing.id);
    return goesOn;
  }
  if (mass !== undefined) await open(ctx, mass);
  return mass !== undefined || unclear;
};
