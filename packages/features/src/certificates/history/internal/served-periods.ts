import { certificateHistory, type Database, type Transaction, x509Certificates } from '@notafter/db';
import type { CertificateId, HistoryEntryId, ServedPeriod } from '@notafter/domain';
import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';

/** A period in which the endpoint served one certificate. */
export interface StoredPeriod extends ServedPeriod {
  /** The history entry that started it. */
  readonly entryId: HistoryEntryId;
  readonly issuer: string;
}

/** Returns what each endpoint served, newest first, at most so many periods of each. A certificate that came back has several. */
export const readServedPeriods = async (
  db: Database | Transaction,
  ids: readonly CertificateId[],
  most: number,
): Promise<Map<CertificateId, StoredPeriod[]>> => {
  const { id, certificateId, recordedAt } = certificateHistory;
  const ranked = db.$with('ranked').as(
    db
      .select({
        certificateId,
        entryId: id,
        fingerprint256: certificateHistory.fingerprint256,
        issuer: certificateHistory.issuer,
        notAfter: certificateHistory.notAfter,
        servedFrom: recordedAt,
        place: sql<number>`row_number() over (partition by ${certificateId} order by ${desc(recordedAt)}, ${desc(id)})`.as('place'),
      })
      .from(certificateHistory)
      .where(and(inArray(certificateId, [...ids]), ne(certificateHistory.action, 'checked'))),
  );
  const rows = await db
    .with(ranked)
    .select({
      certificateId: ranked.certificateId,
      entryId: ranked.entryId,
      fingerprint256: ranked.fingerprint256,
      issuer: ranked.issuer,
      notAfter: ranked.notAfter,
      servedFrom: ranked.servedFrom,
      notBefore: sql<string | null>`${x509Certificates.facts} ->> 'notBefore'`,
    })
    .from(ranked)
    .leftJoin(x509Certificates, eq(x509Certificates.fingerprint256, ranked.fingerprint256))
    .where(sql`${ranked.place} <= ${most}`)
    .orderBy(ranked.certificateId, ranked.place);
  const periods = new Map<CertificateId, StoredPeriod[]>();
  for (const { certificateId: of, notBefore, ...row } of rows) {
    const known = periods.get(of) ?? [];
    known.push({ ...row, notBefore: notBefore === null ? null : new Date(notBefore), servedUntil: known.at(-1)?.servedFrom ?? null });
    periods.set(of, known);
  }
  return periods;
};
