import {
  alerts,
  certificateDeployments,
  certificates,
  checkSchedule,
  type Executor,
  type Transaction,
  x509Certificates,
} from '@notafter/db';
import { type CertificateId, deploymentAlertAt, deploymentSentence } from '@notafter/domain';
import { and, asc, eq, gt, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { SystemContext } from '../../../context.ts';
import { withTransaction } from '../../../with-transaction.ts';
import { notify } from '../../delivery/notify.ts';
import { countDeployment, findDeploymentFile } from '../count-deployment.ts';
import { endAlerts } from './end-alerts.ts';
import type { NewAlert } from './raise-alerts.ts';
import { BATCH, expediteChecks, raiseInBatches } from './raise-in-batches.ts';
import { idArray } from './sql-values.ts';

const RULE = 'not_deployed';

/** Of this endpoint, or of another one that serves the same old certificate: one alert for all. */
const isAlerted = sql`exists (
  select from ${alerts} where ${alerts.rule} = ${RULE} and ${alerts.resolvedAt} is null and (
    ${alerts.certificateId} = ${certificates.id}
    or (${alerts.orgId} = ${certificates.orgId} and ${alerts.fingerprint256} = ${certificateDeployments.served})))`;

/** Endpoints that serve an old certificate, without an alert. */
const select = (db: Executor, condition: SQL | undefined) =>
  db
    .select({
      id: certificates.id,
      orgId: certificates.orgId,
      state: certificateDeployments.state,
      served: certificateDeployments.served,
      known: certificateDeployments.known,
      since: certificateDeployments.since,
      lastCheckedAt: checkSchedule.lastCheckedAt,
      notAfter: sql<string>`${x509Certificates.facts} ->> 'notAfter'`,
    })
    .from(certificateDeployments)
    .innerJoin(certificates, eq(certificates.id, certificateDeployments.certificateId))
    .innerJoin(checkSchedule, eq(checkSchedule.certificateId, certificates.id))
    .innerJoin(x509Certificates, eq(x509Certificates.fingerprint256, certificateDeployments.served))
    .where(and(ne(certificateDeployments.state, 'unknown'), isNull(certificates.unreachableReason), sql`not ${isAlerted}`, condition))
    .orderBy(asc(certificates.id));

type Row = Awaited<ReturnType<typeof select>>[number];

const alertAt = (ctx: Pick<SystemContext, 'config'>, { notAfter, ...row }: Row): Date =>
  deploymentAlertAt({ ...row, notAfter: new Date(notAfter) }, ctx.config) ?? row.since;

/** A check has seen it after the time that a rollout may take. */
const isDue = (ctx: Pick<SystemContext, 'config'>, row: Row): boolean =>
  row.lastCheckedAt !== null && row.lastCheckedAt >= alertAt(ctx, row);

/** No check has seen it since the other certificate is known, or since it may be alerted on. */
const isUnseen = (ctx: SystemContext, row: Row): boolean => {
  const { lastCheckedAt, since } = row;
  const at = alertAt(ctx, row);
  return lastCheckedAt === null || lastCheckedAt < since || (lastCheckedAt < at && at <= ctx.clock.now());
};

const decide = async (ctx: Pick<SystemContext, 'config'>, db: Transaction, ids: readonly CertificateId[]): Promise<NewAlert[]> => {
  const rows = (await select(db, inArray(certificates.id, [...ids])).for('share', { of: certificates })).filter((row) => isDue(ctx, row));
  const first = [...new Map(rows.toReversed().map((row) => [`${row.orgId} ${row.served}`, row])).values()];
  const found: NewAlert[] = [];
  for (const { id, orgId, state, served, known } of first.toReversed()) {
    const count = await countDeployment(db, orgId, served);
    // Those that had moved on were deleted since.
    if (state === 'left_behind' && count.deployed === 0) continue;
    const summary = deploymentSentence(state, count, await findDeploymentFile(db, orgId, { served, known }));
    found.push({ certificateId: id, rule: RULE, threshold: 0, occasion: null, summary });
  }
  return found;
};

const endDeployed = (ctx: SystemContext): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const isDeployed = sql`${alerts.rule} = ${RULE} and not exists (
      select from certificate_deployments as deployment
      join certificates as certificate on certificate.id = deployment.certificate_id
      where deployment.state <> 'unknown' and certificate.org_id = ${alerts.orgId}
        and (certificate.id = ${alerts.certificateId} or deployment.served = ${alerts.fingerprint256}))`;
    await notify(tx, { raised: [], ended: await endAlerts(tx, isDeployed, { resolution: 'recovered' }) });
  });

/**
 * Alerts on old certificates that are served although a file, an upload or another server has a newer one, once for all endpoints that
 * serve the same one, and ends the alerts of those that all have moved on.
 */
export const sweepDeployments = async (ctx: SystemContext, signal?: AbortSignal): Promise<number> => {
  await endDeployed(ctx);
  const now = ctx.clock.now();
  const unseen: CertificateId[] = [];
  const list = async (after: CertificateId | null): Promise<CertificateId[]> => {
    const due: CertificateId[] = [];
    for (let last = after; due.length === 0; ) {
      const rows = await select(ctx.db, last === null ? undefined : gt(certificates.id, last)).limit(BATCH);
      due.push(...rows.filter((row) => isDue(ctx, row)).map(({ id }) => id));
      unseen.push(...rows.filter((row) => isUnseen(ctx, row)).map(({ id }) => id));
      last = rows.at(-1)?.id ?? null;
      if (last === null) break;
    }
    return due;
  };
  const raised = await raiseInBatches(ctx, { list, decide: (db, ids) => decide(ctx, db, ids) }, signal);
  const isUnseenNow = sql`select schedule.certificate_id from check_schedule as schedule where schedule.certificate_id = any(${idArray(unseen)}::uuid[])`;
  if (unseen.length > 0) await expediteChecks(ctx.db, isUnseenNow, now);
  return raised;
};
