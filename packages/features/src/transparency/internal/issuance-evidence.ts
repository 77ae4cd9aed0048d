import type { Transaction } from '@notafter/db';
import type { Issuance, OrganizationId, Precedent } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import { servesCertificate } from '../../notifications/ledger/serves-certificate.ts';
import { textArray } from '../../text-array.ts';
import { isPrecedentIssuance } from './domain-view.ts';

/** Fields by which the evidence about an issuance is found. */
export type ConcernedIssuance = Pick<Issuance, 'tbsSha256' | 'spkiSha256' | 'serialNumber' | 'names'>;

/** Keys and certificates of an organization that concern some issuances. */
export interface OrganizationEvidence {
  /** Whether one of its endpoints serves this certificate: the same key and serial number. */
  isServed(issuance: ConcernedIssuance): boolean;
  hasKey(spkiSha256: string): boolean;
  readonly precedents: readonly Precedent[];
}

interface PrecedentRow extends Record<string, unknown> {
  readonly issuer: string | null;
  readonly names: readonly string[];
  readonly not_before: string;
  readonly not_after: string;
}

const precedentOf = (row: PrecedentRow): Precedent => ({
  issuerOrganization: row.issuer,
  names: row.names.map((name) => name.toLowerCase()),
  notBefore: new Date(row.not_before),
  notAfter: new Date(row.not_after),
});

/** Loads what is known of these issuances: keys, what is served, and earlier certificates for one of their names. */
export async function loadEvidence(
  db: Transaction,
  orgId: OrganizationId,
  issuances: readonly ConcernedIssuance[],
): Promise<OrganizationEvidence> {
  const names = issuances.flatMap((issuance) => issuance.names);
  const hosts = names.filter((name) => !name.startsWith('*.'));
  const keys = await db.execute<{ spki: string; serial: string; is_served: boolean }>(sql`
    with known as (
      select fingerprint256, encode(key256, 'hex') as spki, facts ->> 'serialNumber' as serial
      from x509_certificates
      where key256 in (select decode(key, 'hex') from unnest(${textArray(issuances.map(({ spkiSha256 }) => spkiSha256))}) as key)
    )
    select spki, serial, is_served from (
      select known.*, ${servesCertificate(sql`${orgId}`, sql`known.fingerprint256`)} as is_served,
        exists (
          select from certificate_history as entry join certificates as endpoint on endpoint.id = entry.certificate_id
          where entry.action <> 'checked' and entry.fingerprint256 = known.fingerprint256 and endpoint.org_id = ${orgId})
        or exists (
          select from collector_files as file join collectors on collectors.id = file.collector_id
          where file.chain[1] = known.fingerprint256 and collectors.org_id = ${orgId}) as is_known
      from known) as judged
    where is_served or is_known`);
  const precedents = await db.execute<PrecedentRow>(sql`
    with endpoint as (
      select id, fingerprint256 from certificates
      where org_id = ${orgId} and (host = any(${textArray(hosts)}) or san && ${textArray(names)})
    ), had as (
      select fingerprint256 from endpoint where fingerprint256 is not null
      union select place.fingerprint256 from certificate_addresses as place join endpoint on endpoint.id = place.certificate_id where place.fingerprint256 is not null
      union select entry.fingerprint256 from certificate_history as entry join endpoint on endpoint.id = entry.certificate_id where entry.action <> 'checked'
    )
    select x509.facts ->> 'issuerOrganization' as issuer, array(select jsonb_array_elements_text(x509.facts -> 'san')) as names,
      x509.facts ->> 'notBefore' as not_before, x509.facts ->> 'notAfter' as not_after
    from had join x509_certificates as x509 on x509.fingerprint256 = had.fingerprint256
    union all
    select issuer_organization, names, not_before::text, not_after::text from issuances
    where org_id = ${orgId} and names && ${textArray(names)} and ${isPrecedentIssuance}
      and not_before is not null and not_after is not null
      and tbs_sha256 <> all(${textArray(issuances.map(({ tbsSha256 }) => tbsSha256))})`);
  const served = new Set(keys.filter(({ is_served }) => is_served).map(({ spki, serial }) => `${spki} ${serial}`));
  const known = new Set(keys.map(({ spki }) => spki));
  return {
    isServed: ({ spkiSha256, serialNumber }) => served.has(`${spkiSha256} ${serialNumber}`),
    hasKey: (spki) => known.has(spki),
    precedents: precedents.map(precedentOf),
  };
}
