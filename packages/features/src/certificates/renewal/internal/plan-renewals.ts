import { certificateRenewals, certificates, renewalInfos, type Transaction, x509Certificates } from '@notafter/db';
import { type CertificateId, type JudgedWindow, planRenewal } from '@notafter/domain';
import { eq, inArray, sql } from 'drizzle-orm';
import { readServedPeriods } from '../../history/internal/served-periods.ts';

/** More are not needed to know a rhythm, and servers that take turns leave many. */
const PERIODS_READ = 12;

const loadPresent = (db: Transaction, ids: readonly CertificateId[]) =>
  db
    .select({
      id: certificates.id,
      fingerprint256: certificates.fingerprint256,
      notBefore: certificates.notBefore,
      notAfter: certificates.notAfter,
      ownNotAfter: sql<string | null>`${x509Certificates.facts} ->> 'notAfter'`,
      start: renewalInfos.windowStart,
      end: renewalInfos.windowEnd,
      asksNowSince: renewalInfos.asksNowSince,
    })
    .from(certificates)
    .leftJoin(renewalInfos, eq(renewalInfos.fingerprint256, certificates.fingerprint256))
    .leftJoin(x509Certificates, eq(x509Certificates.fingerprint256, certificates.fingerprint256))
    .where(inArray(certificates.id, [...ids]));

type Present = Awaited<ReturnType<typeof loadPresent>>[number];

/** The CA's window, unless another address serves a certificate that ends first. */
const windowOf = ({ notAfter, ownNotAfter, start, end, asksNowSince }: Present): JudgedWindow | null => {
  const isOwn = ownNotAfter !== null && notAfter?.getTime() === new Date(ownNotAfter).getTime();
  return !isOwn || start === null || end === null ? null : { start, end, asksNow: asksNowSince !== null };
};

/**
 * Writes when the renewals of these endpoints are due and late. The caller has stored their certificates and history, and holds
 * their rows.
 */
export const planRenewals = async (db: Transaction, ids: readonly CertificateId[]): Promise<void> => {
  if (ids.length === 0) return;
  const rows = await loadPresent(db, ids);
  const periods = await readServedPeriods(db, ids, PERIODS_READ);
  const plans = rows
    .flatMap((row) => {
      const { id, fingerprint256, notBefore, notAfter } = row;
      if (notBefore === null || notAfter === null) return [];
      const plan = planRenewal({ notBefore, notAfter, window: windowOf(row), periods: periods.get(id) ?? [] });
      return [{ certificateId: id, fingerprint256, ...plan }];
    })
    .sort((one, other) => (one.certificateId < other.certificateId ? -1 : 1));
  if (plans.length === 0) return;
  await db
    .insert(certificateRenewals)
    .values(plans)
    .onConflictDoUpdate({
      target: certificateRenewals.certificateId,
      set: {
        dueAt: sql`excluded.due_at`,
        lateAt: sql`excluded.late_at`,
        basis: sql`excluded.basis`,
        fingerprint256: sql`excluded.fingerprint256`,
      },
    });
};
