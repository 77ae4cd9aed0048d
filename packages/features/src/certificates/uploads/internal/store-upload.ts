import { certificates, type Transaction } from '@notafter/db';
import { type CertificateId, decideCheck, type ServedObservation } from '@notafter/domain';
import { and, eq, ne } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../../context.ts';
import { recordCheckAlerts } from '../../../notifications/ledger/record-check-alerts.ts';
import { type CheckedEndpoint, endpointStateColumns } from '../../checks/internal/endpoint-state.ts';
import { insertHistory, updateCertificates, upsertX509 } from '../../checks/internal/observation-rows.ts';
import { planRenewals } from '../../renewal/internal/plan-renewals.ts';

type StoreContext = Pick<TransactionContext<SystemContext>, 'db' | 'clock' | 'config'>;

/** The row as a check reads it that finds no connection: what it does not have is not a change. */
const lockRow = async (db: Transaction, id: CertificateId, now: Date): Promise<CheckedEndpoint | null> => {
  const [row] = await db
    .select(endpointStateColumns)
    .from(certificates)
    .where(and(eq(certificates.id, id), ne(certificates.source, 'endpoint')))
    .for('no key update');
  if (row === undefined) return null;
  const none = { fails: 0, lastCheckedAt: null, addressSet: null, addressesAt: null, anchorsDigest: null };
  return { ...row, ...none, ...{ address: '', protocol: '', cipher: '' }, lastRecordedAt: now };
};

/**
 * Stores what a judgment says of an uploaded certificate, in the caller's transaction: its facts, its history and its alerts. Changes
 * nothing if the row was removed. `again`: nor if another certificate took its place.
 */
export const storeUpload = async (
  ctx: StoreContext,
  id: CertificateId,
  observation: ServedObservation,
  { again = false }: { readonly again?: boolean } = {},
): Promise<void> => {
  const now = ctx.clock.now();
  const endpoint = await lockRow(ctx.db, id, now);
  if (endpoint === null || (again && endpoint.fingerprint256 !== observation.chain[0].fingerprint256)) return;
  const circumstances = { now, askedByPerson: false, checkIntervalHours: ctx.config.checkIntervalHours };
  const outcome = decideCheck(endpoint, observation, circumstances);
  if (outcome.served === null) return;
  const { recorded } = outcome;
  const stored = [{ id, observation, judgedBy: null, recorded, endpoint, outcome, durationMs: null }];
  await upsertX509(ctx.db, stored, now);
  await updateCertificates(ctx.db, stored, now);
  await insertHistory(ctx.db, stored, now);
  if (recorded !== null) await planRenewals(ctx.db, [id]);
  const { fingerprint256 } = endpoint;
  await recordCheckAlerts(ctx, [{ id, fingerprint256, wasFailing: false, isOtherAddress: false, isExpected: true }]);
};
