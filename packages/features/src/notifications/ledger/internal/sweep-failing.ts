import { alerts, type Transaction } from '@notafter/db';
import { type CertificateId, FAILS_TO_ALERT, failingSentence } from '@notafter/domain';
import { type SQL, sql } from 'drizzle-orm';
import type { SystemContext } from '../../../context.ts';
import { withTransaction } from '../../../with-transaction.ts';
import { notify } from '../../delivery/notify.ts';
import { confirmedAfterOutage, type PendingFailures, watchOutage } from '../../outage-guard/internal/watch-outage.ts';
import { endAlerts } from './end-alerts.ts';
import type { LedgerContext } from './ledger-context.ts';
import { raiseAlerts } from './raise-alerts.ts';
import { idArray } from './sql-values.ts';

const BATCH = 200;

/** Consecutive failures, without an alert for this episode, nor one that the data service behind it is unwell. The number is literal, for the index over these rows. */
const pendingFailures: SQL = sql`
  from check_schedule as schedule
  join certificates as certificate on certificate.id = schedule.certificate_id
  where schedule.fails >= ${sql.raw(String(FAILS_TO_ALERT))} and certificate.unreachable_reason is not null
    and ${confirmedAfterOutage} and not exists (
    select from alerts where rule in ('failing', 'service_unwell') and certificate_id = schedule.certificate_id and resolved_at is null)`;

const countPending = async (ctx: SystemContext): Promise<PendingFailures> => {
  const [row] = await ctx.db.execute<{ count: number; since: string | null }>(
    sql`select count(*)::int as count, min(certificate.unreachable_since)::text as since ${pendingFailures}`,
  );
  const since = row?.since ?? null;
  return { count: row?.count ?? 0, since: since === null ? null : new Date(since) };
};

/** Locked until the commit: an observation that is stored concurrently ends the alert right after. */
const lockCertificates = (db: Transaction, ids: readonly CertificateId[]): Promise<unknown> =>
  db.execute(sql`select id from certificates where id = any(${idArray(ids)}::uuid[]) order by id for share`);

const raiseFailing = async (ctx: LedgerContext, ids: readonly CertificateId[]): Promise<number> => {
  await lockCertificates(ctx.db, ids);
  const rows = await ctx.db.execute<{ id: CertificateId; detail: string | null }>(
    sql`select certificate.id, certificate.unreachable_detail as detail ${pendingFailures} and certificate.id = any(${idArray(ids)}::uuid[])`,
  );
  const wanted = rows.map(({ id, detail }) => ({
    certificateId: id,
    rule: 'failing' as const,
    threshold: 0,
    occasion: null,
    summary: failingSentence(detail),
  }));
  const raised = await raiseAlerts(ctx, wanted);
  await notify(ctx, { raised });
  return raised.length;
};

/** A check that reaches an endpoint ends its alert itself; this covers what such a check could not see. */
const endAnswering = (ctx: SystemContext): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const answers = sql`${alerts.rule} = 'failing' and exists (
      select from check_schedule where certificate_id = ${alerts.certificateId} and fails = 0)`;
    await notify(tx, { ended: await endAlerts(tx, answers, { resolution: 'recovered' }) });
  });

/** Raises alerts for endpoints that failed three checks in a row, unless the outage guard holds them; returns how many. */
export const sweepFailing = async (ctx: SystemContext, signal?: AbortSignal): Promise<number> => {
  await endAnswering(ctx);
  if (await watchOutage(ctx, await countPending(ctx))) return 0;
  let raised = 0;
  let after: SQL = sql``;
  for (;;) {
    signal?.throwIfAborted();
    const rows = await ctx.db.execute<{ id: CertificateId }>(
      sql`select certificate.id ${pendingFailures} ${after} order by certificate.id limit ${BATCH}`,
    );
    const ids = rows.map(({ id }) => id);
    const last = ids.at(-1);
    if (last === undefined) return raised;
    raised += await withTransaction(ctx, (tx) => raiseFailing(tx, ids));
    after = sql`and certificate.id > ${last}::uuid`;
  }
};
