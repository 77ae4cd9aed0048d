import { certificateHistory, certificateRenewals, certificates, type Transaction, x509Certificates } from '@notafter/db';
import { type CertificateId, planRenewal, type ServedPeriod } from '@notafter/domain';
import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';

/** More are not needed to know a rhythm, and servers that take turns leave many. */
const PERIODS_READ = 12;

const readPeriods = async (db: Transaction, ids: readonly CertificateId[]): Promise<Map<CertificateId, ServedPeriod[]>> => {
  const ranked = db.$with('ranked').as(
    db
      .select({
        certificateId: certificateHistory.certificateId,
        fingerprint256: certificateHistory.fingerprint256,
        notAfter: certificateHistory.notAfter,
        servedFrom: certificateHistory.recordedAt,
        place:
          sql<number>`row_number() over (partition by ${certificateHistory.certificateId} order by ${desc(certificateHistory.recordedAt)}, ${desc(certificateHistory.id)})`.as(
            'place',
          ),
      })
      .from(certificateHistory)
      .where(and(inArray(certificateHistory.certificateId, [...ids]), ne(certificateHistory.action, 'checked'))),
  );
  const rows = await db
    .with(ranked)
    .select({
      certificateId: ranked.certificateId,
      fingerprint256: ranked.fingerprint256,
      notAfter: ranked.notAfter,
      servedFrom: ranked.servedFrom,
      notBefore: sql<string | null>`${x509Certificates.facts} ->> 'notBefore'`,
    })
    .from(ranked)
    .leftJoin(x509Certificates, eq(x509Certificates.fingerprint256, ranked.fingerprint256))
    .where(sql`${ranked.place} <= ${PERIODS_READ}`)
    .orderBy(ranked.certificateId, ranked.place);
  const periods = new Map<CertificateId, ServedPeriod[]>();
  for (const { certificateId, notBefore, ...row } of rows) {
    const known = periods.get(certificateId) ?? [];
    const servedUntil = known.at(-1)?.servedFrom ?? null;
    periods.set(certificateId, [...known, { ...row, notBefore: notBefore === null ? null : new Date(notBefore), servedUntil }]);
  }
  return periods;
};

/** Writes when the renewals of these endpoints are due and late; the caller has stored their certificates and history. */
export const planRenewals = async (db: Transaction, ids: readonly CertificateId[]): Promise<void> => {
  if (ids.length === 0) return;
  const rows = await db
    .select({ id: certificates.id, notBefore: certificates.notBefore, notAfter: certificates.notAfter })
    .from(certificates)
    .where(inArray(certificates.id, [...ids]));
  const periods = await readPeriods(db, ids);
  const plans = rows
    .flatMap(({ id, notBefore, notAfter }) =>
      notBefore === null || notAfter === null
        ? []
        : { certificateId: id, ...planRenewal({ notBefore, notAfter, window: null, periods: periods.get(id) ?? [] }) },
    )
    .sort((one, other) => (one.certificateId < other.certificateId ? -1 : 1));
  if (plans.length === 0) return;
  await db
    .insert(certificateRenewals)
    .values(plans)
    .onConflictDoUpdate({
      target: certificateRenewals.certificateId,
      set: { dueAt: sql`excluded.due_at`, lateAt: sql`excluded.late_at`, basis: sql`excluded.basis` },
    });
};
