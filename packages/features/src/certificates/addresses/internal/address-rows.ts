import type { Transaction } from '@notafter/db';
import { type AddressObservation, type AddressProbe, type CertificateId, keyTypeLabel, lastingReasons } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import type { DecidedCheck } from '../../checks/internal/decided-check.ts';
import { plainArray } from '../../internal/sql-arrays.ts';

const rowOf = (certificateId: CertificateId, place: number, seen: AddressObservation): object => {
  const known = { certificate_id: certificateId, address: seen.address, place, key_type: '' };
  if (seen.kind === 'unreachable') return { ...known, reasons: [], unreachable_reason: seen.reason, unreachable_detail: seen.detail };
  const { fingerprint256, notBefore, notAfter, keyType } = seen.certificate;
  return {
    ...known,
    key_type: keyTypeLabel(keyType),
    fingerprint256,
    not_before: notBefore,
    not_after: notAfter,
    reasons: lastingReasons(seen),
  };
};

/**
 * Returns the endpoints whose certificate only seems new because another address of the name answered: the previous address
 * still serves the previous certificate, or the current one served this certificate at the last check. Reads the rows that
 * `replaceAddresses` replaces.
 */
export const findOtherAddresses = async (db: Transaction, decided: readonly DecidedCheck[]): Promise<ReadonlySet<CertificateId>> => {
  const renewed = decided.flatMap(({ id, recorded, endpoint, outcome: { served, addressProbe } }) =>
    recorded === 'renewed' && served !== null ? [{ id, endpoint, served, addressProbe }] : [],
  );
  if (renewed.length === 0) return new Set();
  const isSame = renewed.filter(({ endpoint, addressProbe }) =>
    addressProbe?.seen.some(
      (seen) => seen.kind === 'served' && seen.address === endpoint.address && seen.certificate.fingerprint256 === endpoint.fingerprint256,
    ),
  );
  const rows = await db.execute<{ id: CertificateId }>(sql`
    select renewed.id
    from unnest(
      ${plainArray(renewed.map(({ id }) => id))}::uuid[],
      ${plainArray(renewed.map(({ served }) => served.address))}::text[],
      ${plainArray(renewed.map(({ served }) => served.chain[0].fingerprint256))}::text[]
    ) as renewed (id, address, fingerprint256)
    join certificate_addresses as shown on shown.certificate_id = renewed.id
      and shown.address = renewed.address and shown.fingerprint256 = renewed.fingerprint256`);
  return new Set([...isSame, ...rows].map(({ id }) => id));
};

/** A name with one address and one certificate has no rows: the certificate's own columns hold it. */
const hasRows = ({ set, seen }: AddressProbe): boolean => set !== '' || seen.length > 1;

/** Replaces the rows of each endpoint's addresses. */
export const replaceAddresses = async (db: Transaction, stored: readonly DecidedCheck[], now: Date): Promise<void> => {
  const probed = stored.flatMap(({ id, outcome: { addressProbe }, endpoint }) =>
    addressProbe === null ? [] : [{ id, addressProbe, endpoint }],
  );
  const rows = probed.flatMap(({ id, addressProbe }) =>
    hasRows(addressProbe) ? addressProbe.seen.map((each, place) => rowOf(id, place, each)) : [],
  );
  // Most names have one address and one certificate, and had them before. A second certificate is one of the others.
  const touched = probed.filter(
    ({ addressProbe, endpoint }) => hasRows(addressProbe) || (endpoint.addressSet ?? '') !== '' || endpoint.others !== null,
  );
  if (touched.length === 0) return;
  await db.execute(sql`
    with seen as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as seen (
        certificate_id uuid, address text, key_type text, place smallint, fingerprint256 text, not_before timestamptz, not_after timestamptz,
        reasons text[], unreachable_reason text, unreachable_detail text)
    ), gone as (
      delete from certificate_addresses as present
      where present.certificate_id = any(${plainArray(touched.map(({ id }) => id))}::uuid[])
        and not exists (select from seen where seen.certificate_id = present.certificate_id and seen.address = present.address
          and seen.key_type = present.key_type)
    )
    insert into certificate_addresses (certificate_id, address, key_type, place, fingerprint256, not_before, not_after, reasons, unreachable_reason,
      unreachable_detail, seen_at)
    select certificate_id, address, key_type, place, fingerprint256, not_before, not_after, reasons, unreachable_reason, unreachable_detail,
      ${now.toISOString()}::timestamptz
    from seen order by certificate_id, address, key_type
    on conflict (certificate_id, address, key_type) do update set
      place = excluded.place, fingerprint256 = excluded.fingerprint256, not_before = excluded.not_before, not_after = excluded.not_after,
      reasons = excluded.reasons, unreachable_reason = excluded.unreachable_reason, unreachable_detail = excluded.unreachable_detail,
      seen_at = excluded.seen_at`);
};
