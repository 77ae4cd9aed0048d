import { certificates } from '@notafter/db';
import { type CertificateId, DomainError } from '@notafter/domain';
import { and, eq, sql } from 'drizzle-orm';
import { withinReach } from '../../../certificate-reach.ts';
import type { OrgContext, TransactionContext } from '../../../context.ts';

const wrongSource = { upload: 'not_an_upload', date: 'not_a_date' } as const;

interface Edited {
  readonly id: CertificateId;
  readonly source: keyof typeof wrongSource;
  /** Of the answer that was edited; absent: the last save wins. */
  readonly version: number | undefined;
}

/** The fields that an edit of an upload or a date changes, before it. */
export interface NamedRow {
  readonly domain: string;
  readonly issuer: string | null;
  readonly notAfter: Date | null;
  readonly fingerprint256: string | null;
}

/**
 * Locks the row of an upload or a date and counts an edit of it. Throws `certificate_not_found`, `not_an_upload`, `not_a_date`, or
 * `conflict` for a save that does not follow the latest one.
 */
export const lockNamed = async (tx: TransactionContext<OrgContext>, { id, source, version }: Edited): Promise<NamedRow> => {
  const [row] = await tx.db
    .select({
      source: certificates.source,
      version: certificates.version,
      domain: certificates.domain,
      issuer: certificates.issuer,
      notAfter: certificates.notAfter,
      fingerprint256: certificates.fingerprint256,
    })
    .from(certificates)
    .where(and(eq(certificates.id, id), withinReach(tx.reach)))
    .for('no key update');
  if (row === undefined) throw new DomainError('certificate_not_found');
  if (row.source !== source) throw new DomainError(wrongSource[source]);
  if (version !== undefined && version !== row.version) throw new DomainError('conflict', { conflict: { type: 'certificate', id } });
  await tx.db
    .update(certificates)
    .set({ version: sql`${certificates.version} + 1`, updatedAt: tx.clock.now() })
    .where(eq(certificates.id, id));
  return row;
};
