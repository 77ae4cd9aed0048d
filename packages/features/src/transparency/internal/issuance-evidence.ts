import type { Transaction } from '@notafter/db';
import type { Issuance, OrganizationId, Precedent, WatchIndex } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import { isHostOf, isOwnEndpoint, servesCertificate } from '../../notifications/ledger/serves-certificate.ts';
import { textArray } from '../../text-array.ts';
import { isPrecedentIssuance } from './domain-view.ts';

/** Fields by which the evidence about an issuance is found. */
export type ConcernedIssuance = Pick<Issuance, 'tbsSha256' | 'spkiSha256' | 'serialNumber' | 'names'>;

/** Its watches: those of the organization that it concerns. */
type Watches = Pick<WatchIndex<{ readonly domain: string; readonly allowedIssuers: readonly string[] }>, 'of'>;

/** Keys and certificates of an organization that concern some issuances. */
export interface OrganizationEvidence {
  /** Whether an endpoint of the organization at the names of this certificate serves it: the same key and serial number. */
  isServed(issuance: ConcernedIssuance): boolean;
  /**
   * Whether it had this key: in a file or an upload, or at an endpoint of its watched domains, in a certificate for one of the names. A
   * monitored server of somebody else may have any key in a certificate for any name.
   */
  hasKey(issuance: ConcernedIssuance): boolean;
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

/** Whether `x509` is for one of the names of `asked` that concern a watched domain. */
const isOwnName = sql`exists (
  select from unnest(asked.own_names) as own
  where ${isHostOf(sql`own`, sql`array(select lower(jsonb_array_elements_text(x509.facts -> 'san')))`)})`;

/** Loads what is known of these issuances: keys, what is served, and earlier certificates for one of their names. */
export async function loadEvidence(
  db: Transaction,
  orgId: OrganizationId,
  issuances: readonly ConcernedIssuance[],
  watches: Watches,
): Promise<OrganizationEvidence> {
  const isOwn = isOwnEndpoint(sql`${orgId}`);
  const names = issuances.flatMap((issuance) => issuance.names);
  const hosts = names.filter((name) => !name.startsWith('*.'));
  const asked = issuances.map(({ tbsSha256, spkiSha256, serialNumber, names: listed }) => ({
    tbs: tbsSha256,
    spki: spkiSha256,
    serial: serialNumber,
    names: listed,
    own_names: listed.filter((name) => watches.of([name]) !== null),
  }));
  const keys = await db.execute<{ tbs: string; is_served: boolean; is_known: boolean }>(sql`
    with asked as (
      select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        as asked (tbs text, spki text, serial text, names text[], own_names text[])
    )
    select asked.tbs,
      bool_or(x509.facts ->> 'serialNumber' = asked.serial
        and ${servesCertificate(sql`${orgId}`, sql`x509.fingerprint256`, sql`asked.names`)}) as is_served,
      bool_or(exists (
          select from certificate_history as entry join certificates as endpoint on endpoint.id = entry.certificate_id
          where entry.action <> 'checked' and entry.fingerprint256 = x509.fingerprint256 and endpoint.org_id = ${orgId}
            and (endpoint.source <> 'endpoint' or ${isOwnName} and ${isOwn}))
        or exists (
          select from certificate_addresses as place join certificates as endpoint on endpoint.id = place.certificate_id
          where place.fingerprint256 = x509.fingerprint256 and endpoint.org_id = ${orgId}
            and ${isOwnName} and ${isOwn})
        or exists (
          select from collector_files as file join collectors on collectors.id = file.collector_id
          where file.chain[1] = x509.fingerprint256 and collectors.org_id = ${orgId})) as is_known
    from asked join x509_certificates as x509 on x509.key256 = decode(asked.spki, 'hex')
    group by asked.tbs`);
  const precedents = await db.execute<PrecedentRow>(sql`
    with endpoint as (
      select id, fingerprint256 from certificates as endpoint
      where org_id = ${orgId} and (host = any(${textArray(hosts)}) or san && ${textArray(names)}) and (source <> 'endpoint' or ${isOwn})
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
  const served = new Set(keys.flatMap(({ tbs, is_served }) => (is_served ? [tbs] : [])));
  const known = new Set(keys.flatMap(({ tbs, is_known }) => (is_known ? [tbs] : [])));
  return {
    isServed: ({ tbsSha256 }) => served.has(tbsSha256),
    hasKey: ({ tbsSha256 }) => known.has(tbsSha256),
    precedents: precedents.map(precedentOf),
  };
}
