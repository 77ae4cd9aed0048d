import { alerts, certificates, deliveries, processes } from '@notafter/db';
import type { JobType, OrganizationId } from '@notafter/domain';
import { organizationIdInput } from '@notafter/domain/inputs';
import { and, eq, inArray, isNull, notExists, notInArray, sql } from 'drizzle-orm';
import { removeMatching } from '../certificates/remove-matching.ts';
import type { SystemContext, TransactionContext } from '../context.ts';
import { jobProcesses } from '../long-work/job-processes.ts';
import { lockQueues } from '../notifications/delivery/notify.ts';
import { cancelProcess } from '../steps/end-process.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { lockForAdmin } from './internal/organization-rows.ts';

/** Deleting a million rows with their history takes longer than any other statement may. */
const TIMEOUT_MS = 10 * 60 * 1000;

type Tx = TransactionContext<SystemContext>;

/** The rows that were cleared, and the messages that still go out. */
export interface ResetResult {
  readonly certificates: number;
  /** Entries of the ledger of alerts, open ones included. */
  readonly alerts: number;
  /** Messages that are on their way or close an incident at its receiver; they are sent before their alerts can go. */
  readonly messagesLeft: number;
}

/** Work that would add certificates again. */
const ADDING = ['check_run', 'import', 'discovery'] as const satisfies readonly JobType[];

const cancelWork = async (tx: Tx, orgId: OrganizationId): Promise<void> => {
  const running = await tx.db
    .select({ id: processes.id, kind: processes.kind })
    .from(processes)
    .where(and(eq(processes.orgId, orgId), eq(processes.state, 'running'), inArray(processes.kind, ADDING)))
    .orderBy(processes.id);
  for (const { id, kind } of running) await cancelProcess(tx, jobProcesses[kind], id);
};

/** Alerts go with their deliveries, unless one of those still has to be sent. */
const clearNotifications = async (tx: Tx, orgId: OrganizationId): Promise<Pick<ResetResult, 'alerts' | 'messagesLeft'>> => {
  const onTheirWay = inArray(deliveries.state, ['pending', 'sending']);
  const waiting = tx.db
    .select({ one: sql`1` })
    .from(deliveries)
    .where(and(eq(deliveries.alertId, alerts.id), onTheirWay));
  const gone = await tx.db
    .delete(alerts)
    .where(and(eq(alerts.orgId, orgId), notExists(waiting)))
    .returning({ id: alerts.id });
  // Tests of channels.
  await tx.db
    .delete(deliveries)
    .where(and(eq(deliveries.orgId, orgId), isNull(deliveries.alertId), notInArray(deliveries.state, ['pending', 'sending'])));
  return { alerts: gone.length, messagesLeft: await tx.db.$count(deliveries, and(eq(deliveries.orgId, orgId), onTheirWay)) };
};

/**
 * Clears all certificates of an organization with their history, and all notifications. Running imports, checks and discoveries are
 * cancelled. Open alerts end as those of removed certificates: messages that wait are cancelled, and receivers that keep an incident
 * or a status get the message that closes it. Those messages stay until they are sent; everything else of the ledger goes. People,
 * settings, channels, keys and data services stay. Throws `organization_not_found`.
 */
export const resetOrganization = useCase({
  name: 'admin/reset-organization',
  access: 'platform',
  via: 'session',
  input: organizationIdInput,
  audit: 'Reset the organization',
})(
  async (ctx, { id }): Promise<ResetResult> =>
    withTransaction(ctx, async (tx, audit) => {
      await tx.db.execute(sql`select set_config('statement_timeout', ${String(TIMEOUT_MS)}, true)`);
      const { name } = await lockForAdmin(tx, id);
      await cancelWork(tx, id);
      const { count } = await removeMatching({ ...tx, org: { id } }, eq(certificates.orgId, id));
      await lockQueues(tx.db, [id]);
      const result = { certificates: count, ...(await clearNotifications(tx, id)) };
      audit({ orgId: id, subjectId: id, detail: { name, ...result } });
      return result;
    }),
);
