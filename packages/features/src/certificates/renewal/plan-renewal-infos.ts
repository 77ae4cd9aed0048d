import { certificateRenewals, renewalInfoCas, renewalInfos, type Transaction } from '@notafter/db';
import { addMs, type CertificateId, HOUR_MS, LONGEST_PAUSE_MS, type RenewalInfoCa } from '@notafter/domain';
import { and, asc, eq, gt, notInArray, or, sql } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { lockCertificates } from './internal/lock-certificates.ts';
import { planRenewals } from './internal/plan-renewals.ts';

/** A CA is asked about its new certificates within so many milliseconds of their plan. */
const SPREAD_MS = HOUR_MS;
const ENDPOINTS_AT_ONCE = 500;

const storeCas = async (db: Transaction, cas: readonly RenewalInfoCa[]): Promise<void> => {
  const directories = cas.map(({ directory }) => directory).sort();
  if (directories.length > 0)
    await db
      .insert(renewalInfoCas)
      .values(directories.map((directory) => ({ directory })))
      .onConflictDoNothing();
  await db.delete(renewalInfoCas).where(notInArray(renewalInfoCas.directory, directories));
};

/** Certificates with a trusted chain, by the CA of their issuer: a name alone does not make a certificate the CA's. */
const storeServed = async (db: Transaction, cas: readonly RenewalInfoCa[], now: string): Promise<void> => {
  const issuers = JSON.stringify(cas.flatMap(({ directory, issuers: all }) => all.map((issuer) => ({ directory, issuer }))));
  await db.execute(sql`
    with served as materialized (
      select distinct on (renewal.fingerprint256) renewal.fingerprint256, ca.directory
      from certificate_renewals as renewal
      join certificates on certificates.id = renewal.certificate_id and certificates.fingerprint256 = renewal.fingerprint256
      join organizations on organizations.id = certificates.org_id and not organizations.disabled
      join jsonb_to_recordset(${issuers}::jsonb) as ca (directory text, issuer text) on starts_with(lower(certificates.issuer), ca.issuer)
      where certificates.not_after >= date_trunc('second', ${now}::timestamptz) and not certificates.reasons && array['self_signed', 'untrusted_root']
      order by renewal.fingerprint256, ca.directory
    ), gone as (
      delete from renewal_infos as info where not exists (select from served where served.fingerprint256 = info.fingerprint256)
    )
    insert into renewal_infos (fingerprint256, directory, next_ask_at)
    select fingerprint256, directory,
      ${now}::timestamptz + mod(abs(hashtext(fingerprint256)::bigint), ${SPREAD_MS}::bigint) * interval '1 ms'
    from served
    on conflict (fingerprint256) do nothing`);
};

/** A clock that ran ahead left instants in the future; nothing would be asked until then. */
const repairClockSkew = async (db: Transaction, now: Date): Promise<void> => {
  const latest = addMs(now, LONGEST_PAUSE_MS);
  const { nextAskAt, asksNowSince } = renewalInfos;
  const { pausedUntil, leasedUntil } = renewalInfoCas;
  await db
    .update(renewalInfos)
    .set({ nextAskAt: now, asksNowSince: sql`least(${asksNowSince}, ${now.toISOString()}::timestamptz)` })
    .where(or(gt(nextAskAt, latest), gt(asksNowSince, now)));
  await db
    .update(renewalInfoCas)
    .set({ pausedUntil: null, leasedUntil: null })
    .where(or(gt(pausedUntil, latest), gt(leasedUntil, latest)));
};

/** Endpoints that were planned by a window that is no longer known. */
const findOrphans = async (db: Transaction, after: CertificateId | null): Promise<CertificateId[]> => {
  const { certificateId, basis, fingerprint256 } = certificateRenewals;
  const rows = await db
    .select({ id: certificateId })
    .from(certificateRenewals)
    .where(
      and(
        eq(basis, 'ari'),
        sql`not exists (select from ${renewalInfos} where ${renewalInfos.fingerprint256} = ${fingerprint256})`,
        after === null ? undefined : gt(certificateId, after),
      ),
    )
    .orderBy(asc(certificateId))
    .limit(ENDPOINTS_AT_ONCE);
  return rows.map(({ id }) => id);
};

/**
 * Job, hourly: gives each served certificate of a CA that publishes renewal information its row, and deletes the rows of others, such
 * as replaced and expired ones. First questions are spread over an hour.
 */
export const planRenewalInfos = useCase({
  name: 'certificates/plan-renewal-infos',
  access: 'system',
})(async (ctx): Promise<void> => {
  const cas = ctx.config.clientRules.renewalInfo;
  await withTransaction(ctx, async (tx) => {
    await storeCas(tx.db, cas);
    await storeServed(tx.db, cas, ctx.clock.now().toISOString());
    await repairClockSkew(tx.db, ctx.clock.now());
  });
  let after: CertificateId | null = null;
  do {
    const since: CertificateId | null = after;
    after = await withTransaction(ctx, async (tx) => {
      const ids = await findOrphans(tx.db, since);
      const held = await lockCertificates(tx.db, ids);
      await planRenewals(
        tx.db,
        held.map(({ id }) => id),
      );
      return ids.at(-1) ?? null;
    });
  } while (after !== null);
});
