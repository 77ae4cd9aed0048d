import { type SQL, sql } from 'drizzle-orm';

/** Whether a host is one of a certificate's names, or covered by a wildcard of them. Arguments and result are SQL. */
export const isHostOf = (host: SQL, names: SQL): SQL =>
  sql`(${host} = any(${names}) or ('*.' || substr(${host}, strpos(${host}, '.') + 1)) = any(${names}))`;

/** Whether an endpoint of an organization serves a certificate, at any of its addresses and with any key type. Arguments and result are SQL. */
export const servesCertificate = (orgId: SQL, fingerprint256: SQL): SQL => sql`(
  exists (
    select from certificate_renewals as served join certificates as endpoint on endpoint.id = served.certificate_id
    where served.fingerprint256 = ${fingerprint256} and endpoint.org_id = ${orgId} and endpoint.source = 'endpoint')
  or exists (
    select from certificate_addresses as place join certificates as endpoint on endpoint.id = place.certificate_id
    where place.fingerprint256 = ${fingerprint256} and endpoint.org_id = ${orgId}))`;
