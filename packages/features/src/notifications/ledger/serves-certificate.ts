import { type SQL, sql } from 'drizzle-orm';

/** Whether a host is one of a certificate's names, or covered by a wildcard of them. Arguments and result are SQL. */
export const isHostOf = (host: SQL, names: SQL): SQL =>
  sql`(${host} = any(${names}) or ('*.' || substr(${host}, strpos(${host}, '.') + 1)) = any(${names}))`;

/** The host name that `endpoint`, a row of `certificates`, is asked for. */
const serverName = sql`coalesce(substring(endpoint.domain from '[?&]servername=([^&]+)'), endpoint.host)`;

/** Whether `endpoint` is an address, which has no name to compare. */
const isAddress = sql`(${serverName} ~ '^[0-9.]+$' or strpos(${serverName}, ':') > 0)`;

/** Whether `endpoint` is the organization's own, as far as its name says: at or below a watched domain, or at an address. The argument is SQL. */
export const isOwnEndpoint = (orgId: SQL): SQL => sql`(${isAddress} or exists (
  select from watched_domains as watched where watched.org_id = ${orgId} and watched.verified_at is not null
    and (${serverName} = watched.domain or right(${serverName}, length(watched.domain) + 1) = '.' || watched.domain)))`;

/**
 * Whether an endpoint of an organization serves a certificate with these names, at any of its addresses and with any key type. A server with
 * another name, or below no watched domain, vouches for nothing: it may belong to somebody else. Arguments and result are SQL.
 */
export const servesCertificate = (orgId: SQL, fingerprint256: SQL, names: SQL): SQL => {
  const vouches = sql`endpoint.org_id = ${orgId} and (${isHostOf(serverName, names)} or ${isAddress}) and ${isOwnEndpoint(orgId)}`;
  return sql`(
  exists (
    select from certificate_renewals as served join certificates as endpoint on endpoint.id = served.certificate_id
    where served.fingerprint256 = ${fingerprint256} and endpoint.source = 'endpoint' and ${vouches})
  or exists (
    select from certificate_addresses as place join certificates as endpoint on endpoint.id = place.certificate_id
    where place.fingerprint256 = ${fingerprint256} and ${vouches}))`;
};
