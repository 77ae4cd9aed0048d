import { renewalInfoCas } from '@notafter/db';
import { addMs, MINUTE_MS } from '@notafter/domain';
import { and, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { SystemContext } from '../../../context.ts';

/** Longer than any question takes, its pause included. */
const LEASE_MS = 2 * MINUTE_MS;

const has = (directory: string, condition: SQL | undefined): SQL | undefined => and(eq(renewalInfoCas.directory, directory), condition);

/** Claims a CA, so that this worker alone asks it. Returns the end of the lease, which later calls prove the claim by; null if it has a worker or is paused. */
export const openLease = async ({ db, clock }: SystemContext, directory: string): Promise<Date | null> => {
  const now = clock.now();
  const lease = addMs(now, LEASE_MS);
  const isFree = or(isNull(renewalInfoCas.leasedUntil), lte(renewalInfoCas.leasedUntil, now));
  const isOpen = or(isNull(renewalInfoCas.pausedUntil), lte(renewalInfoCas.pausedUntil, now));
  const [claimed] = await db
    .update(renewalInfoCas)
    .set({ leasedUntil: lease })
    .where(has(directory, and(isFree, isOpen)))
    .returning({ directory: renewalInfoCas.directory });
  return claimed === undefined ? null : lease;
};

export const releaseLease = async ({ db }: SystemContext, directory: string, lease: Date): Promise<void> => {
  await db
    .update(renewalInfoCas)
    .set({ leasedUntil: null })
    .where(has(directory, eq(renewalInfoCas.leasedUntil, lease)));
};

/** A certificate to ask its CA about. */
export interface Question {
  readonly fingerprint256: string;
  readonly pem: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

export interface Claim {
  /** The extended lease; null if it was lost. */
  readonly lease: Date | null;
  /** Null if no certificate is due. */
  readonly question: Question | null;
}

/**
 * Extends the lease and claims the certificate that is due first. A certificate that was replaced or has expired is not asked about.
 */
export const claimQuestion = async ({ db, clock }: SystemContext, directory: string, held: Date): Promise<Claim> => {
  const now = clock.now().toISOString();
  const lease = addMs(clock.now(), LEASE_MS);
  const [row] = await db.execute<{ pem: string | null; fingerprint256: string; not_before: string; not_after: string }>(sql`
    with held as (
      update renewal_info_cas set leased_until = ${lease.toISOString()}::timestamptz
      where directory = ${directory} and leased_until = ${held.toISOString()}::timestamptz returning directory
    ), due as (
      select info.fingerprint256 from renewal_infos as info join held on held.directory = info.directory
      where info.next_ask_at <= ${now}::timestamptz and exists (
        select from certificate_renewals as renewal join certificates on certificates.id = renewal.certificate_id
        where renewal.fingerprint256 = info.fingerprint256 and certificates.not_after >= date_trunc('second', ${now}::timestamptz))
      order by info.next_ask_at limit 1 for update of info skip locked
    ), claimed as (
      update renewal_infos as info set next_ask_at = ${lease.toISOString()}::timestamptz
      from due where info.fingerprint256 = due.fingerprint256 returning info.fingerprint256
    )
    select claimed.fingerprint256, x509.facts ->> 'pem' as pem, x509.facts ->> 'notBefore' as not_before,
      x509.facts ->> 'notAfter' as not_after
    from held left join (claimed join x509_certificates as x509 on x509.fingerprint256 = claimed.fingerprint256) on true`);
  if (row === undefined) return { lease: null, question: null };
  const { pem, fingerprint256, not_before: notBefore, not_after: notAfter } = row;
  return {
    lease,
    question: pem === null ? null : { fingerprint256, pem, notBefore: new Date(notBefore), notAfter: new Date(notAfter) },
  };
};
