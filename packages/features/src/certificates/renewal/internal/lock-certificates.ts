import { certificates, type Transaction } from '@notafter/db';
import type { CertificateId } from '@notafter/domain';
import { asc, inArray } from 'drizzle-orm';

/** Locks these certificates until the commit, so that no check replaces one in the meantime. Returns those that still exist. */
export const lockCertificates = async (
  db: Transaction,
  ids: readonly CertificateId[],
): Promise<readonly { readonly id: CertificateId; readonly fingerprint256: string | null }[]> =>
  ids.length === 0
    ? []
    : db
        .select({ id: certificates.id, fingerprint256: certificates.fingerprint256 })
        .from(certificates)
        .where(inArray(certificates.id, [...ids]))
        .orderBy(asc(certificates.id))
        .for('share');
