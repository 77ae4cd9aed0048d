import { alerts, certificates, services, type Transaction } from '@notafter/db';
import { addMs, type CertificateId, MINUTE_MS } from '@notafter/domain';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { SystemContext } from '../../../context.ts';
import { withTransaction } from '../../../with-transaction.ts';
import { notify } from '../../delivery/notify.ts';
import { endAlerts } from './end-alerts.ts';
import type { NewAlert } from './raise-alerts.ts';
import { BATCH, raiseInBatches } from './raise-in-batches.ts';

/** A problem that two looks in a row have seen: an engine that restarts once wakes nobody. */
const SEEN_MS = 2 * MINUTE_MS;

/** Its deletion failed: it may still run and cost money. */
const stuck = and(isNotNull(services.deletionWantedAt), isNotNull(services.failure), isNull(services.operationId));

/** A problem that does not pass like the restart of an engine. */
const lasts = or(isNotNull(services.backupProblem), stuck);

const isUnwell = (now: Date): SQL | undefined =>
  and(
    isNull(services.deletedAt),
    or(and(isNotNull(services.problem), lte(services.problemSince, addMs(now, -SEEN_MS)), isNull(services.operationId)), lasts),
    sql`not exists (
      select from ${alerts} where ${alerts.certificateId} = ${certificates.id} and ${alerts.rule} = 'service_unwell' and ${alerts.resolvedAt} is null)`,
  );

const select = (db: SystemContext['db'] | Transaction, condition: SQL | undefined) =>
  db
    .select({
      id: certificates.id,
      resourceId: services.resourceId,
      problem: services.problem,
      backupProblem: services.backupProblem,
      failure: services.failure,
      isStuck: sql<boolean>`coalesce(${stuck}, false)`,
    })
    .from(services)
    .innerJoin(certificates, eq(certificates.serviceId, services.id))
    .where(condition)
    .orderBy(asc(certificates.id));

/** Locked until the commit, so that a look ends the alert right after if the service is well again. */
const decide = async (db: Transaction, ids: readonly CertificateId[], now: Date): Promise<NewAlert[]> => {
  const rows = await select(db, and(inArray(certificates.id, [...ids]), isUnwell(now))).for('share', { of: [certificates, services] });
  return rows.map(({ id, resourceId, problem, backupProblem, failure, isStuck }) => ({
    certificateId: id,
    rule: 'service_unwell',
    threshold: 0,
    occasion: null,
    summary: `Data service ${resourceId} ${isStuck ? `was not deleted: ${failure}` : `is unwell: ${problem ?? backupProblem}`}`,
  }));
};

const endWell = (ctx: SystemContext): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const isWell = sql`${alerts.rule} = 'service_unwell' and not exists (
      select from ${services} join ${certificates} on ${certificates.serviceId} = ${services.id}
      where ${certificates.id} = ${alerts.certificateId} and (${or(isNotNull(services.problem), lasts)}))`;
    await notify(tx, { raised: [], ended: await endAlerts(tx, isWell, { resolution: 'recovered' }) });
  });

/** Alerts on data services that the looks of two minutes found unwell, or whose backups do not run, and ends those that are well again. */
export const sweepServices = async (ctx: SystemContext, signal?: AbortSignal): Promise<number> => {
  await endWell(ctx);
  const now = ctx.clock.now();
  const list = async (after: CertificateId | null): Promise<CertificateId[]> => {
    const rows = await select(ctx.db, and(isUnwell(now), after === null ? undefined : gt(certificates.id, after))).limit(BATCH);
    return rows.map(({ id }) => id);
  };
  return raiseInBatches(ctx, { list, decide: (db, ids) => decide(db, ids, now) }, signal);
};
