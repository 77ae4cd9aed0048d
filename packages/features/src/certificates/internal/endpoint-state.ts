import { certificates, checkSchedule, type Transaction } from '@notafter/db';
import type { CertificateId, EndpointState } from '@notafter/domain';
import { asc, eq, inArray } from 'drizzle-orm';

/** An endpoint as it stood when it was read: what to probe, and what deciding about the answer needs. */
export interface CheckedEndpoint extends EndpointState {
  readonly host: string;
  readonly port: number;
  /** Tells whether somebody else stored a check since. */
  readonly lastCheckedAt: Date | null;
}

/** The columns of `certificates` that make a `CheckedEndpoint`, together with `scheduleStateColumns`. */
export const endpointStateColumns = {
  id: certificates.id,
  host: certificates.host,
  port: certificates.port,
  fingerprint256: certificates.fingerprint256,
  chain: certificates.chain,
  rootFingerprint256: certificates.rootFingerprint256,
  reasons: certificates.reasons,
  address: certificates.address,
  protocol: certificates.protocol,
  cipher: certificates.cipher,
  unreachableReason: certificates.unreachableReason,
  unreachableDetail: certificates.unreachableDetail,
};

export const scheduleStateColumns = {
  fails: checkSchedule.fails,
  lastCheckedAt: checkSchedule.lastCheckedAt,
  lastRecordedAt: checkSchedule.lastRecordedAt,
};

/**
 * Reads and locks endpoints for a write, certificate before schedule and in the order of their ids, as deleting does.
 * Rows that are gone are absent from the answer.
 */
export const lockEndpoints = (db: Transaction, ids: readonly CertificateId[]): Promise<CheckedEndpoint[]> =>
  db
    .select({ ...endpointStateColumns, ...scheduleStateColumns })
    .from(certificates)
    .innerJoin(checkSchedule, eq(checkSchedule.certificateId, certificates.id))
    .where(inArray(certificates.id, [...ids]))
    .orderBy(asc(certificates.id))
    .for('no key update');
