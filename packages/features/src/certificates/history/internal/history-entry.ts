import { certificateHistory, certificates, type Executor, x509Certificates } from '@notafter/db';
import { type CertificateFacts, type CertificateId, DomainError, type HistoryAction, type HistoryEntryId } from '@notafter/domain';
import { and, eq, inArray } from 'drizzle-orm';
import { type CertificateReach, withinReach } from '../../../certificate-reach.ts';
import { factsOf } from '../../stored-certificate.ts';

export interface HistoryEntry {
  readonly id: HistoryEntryId;
  readonly action: HistoryAction;
  readonly recordedAt: Date;
  readonly issuer: string;
  readonly notAfter: Date;
  readonly fingerprint256: string;
}

export const historyColumns = {
  id: certificateHistory.id,
  action: certificateHistory.action,
  recordedAt: certificateHistory.recordedAt,
  issuer: certificateHistory.issuer,
  notAfter: certificateHistory.notAfter,
  fingerprint256: certificateHistory.fingerprint256,
};

/** Throws `certificate_not_found`, also for another organization's id. */
export const requireCertificateOfOrg = async (db: Executor, reach: CertificateReach, id: CertificateId): Promise<void> => {
  const [owned] = await db
    .select({ id: certificates.id })
    .from(certificates)
    .where(and(eq(certificates.id, id), withinReach(reach)));
  if (owned === undefined) throw new DomainError('certificate_not_found');
};

export interface HistoryEntryWithFacts {
  readonly entry: HistoryEntry;
  /** Null if the certificate served then is not stored. */
  readonly facts: CertificateFacts | null;
}

/**
 * Returns entries of one certificate in the order of `entryIds`, with the certificates served then. Throws
 * `certificate_not_found`, also for another organization's certificate, or `history_entry_not_found`.
 */
export const getHistoryEntriesForOrg = async (
  db: Executor,
  reach: CertificateReach,
  id: CertificateId,
  entryIds: readonly HistoryEntryId[],
): Promise<HistoryEntryWithFacts[]> => {
  await requireCertificateOfOrg(db, reach, id);
  const rows = await db
    .select({ ...historyColumns, facts: x509Certificates.facts })
    .from(certificateHistory)
    .leftJoin(x509Certificates, eq(x509Certificates.fingerprint256, certificateHistory.fingerprint256))
    .where(and(eq(certificateHistory.certificateId, id), inArray(certificateHistory.id, [...entryIds])));
  return entryIds.map((entryId) => {
    const row = rows.find((candidate) => candidate.id === entryId);
    if (row === undefined) throw new DomainError('history_entry_not_found');
    const { facts, ...entry } = row;
    return { entry, facts: facts === null ? null : factsOf(facts) };
  });
};
