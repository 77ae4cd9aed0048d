import type { Executor } from '@notafter/db';
import type { CertificateId, ComparedCertificate, ComparedEndpoint, KnownCertificate, OrganizationId } from '@notafter/domain';
import { type SQL, sql } from 'drizzle-orm';
import { plainArray } from '../../internal/sql-arrays.ts';

/** Certbot keeps every certificate that it ever had in folders of this name; servers read the links to the newest. */
export const ARCHIVE = '/archive/[^/]+/[a-z]+[0-9]+\\.pem$';

/** Of a certificate that a hundred thousand names share, so many show whether others have moved on. */
const ENTRIES_READ = 1000;

interface FactRow extends Record<string, unknown> {
  readonly fingerprint256: string;
  readonly not_before: string;
  readonly not_after: string;
  readonly names: readonly string[];
  readonly key_type: string;
}

/** The columns of `FactRow`. */
const factColumns = (x509: SQL): SQL => sql`${x509}.fingerprint256, ${x509}.facts ->> 'notBefore' as not_before,
  ${x509}.facts ->> 'notAfter' as not_after, ${x509}.facts -> 'san' as names, ${x509}.facts ->> 'keyType' as key_type`;

const certificateOf = ({ fingerprint256, not_before, not_after, names, key_type }: FactRow): ComparedCertificate => ({
  fingerprint256,
  notBefore: new Date(not_before),
  notAfter: new Date(not_after),
  names,
  keyType: key_type,
});

type Owned = FactRow & { readonly org_id: OrganizationId };

const loadServed = (db: Executor, ids: readonly CertificateId[]) =>
  db.execute<Owned & { readonly id: CertificateId }>(sql`
    select certificate.id, certificate.org_id, ${factColumns(sql`x509`)}
    from certificates as certificate
    cross join lateral (
      select certificate.fingerprint256
      union select address.fingerprint256 from certificate_addresses as address where address.certificate_id = certificate.id
    ) as served
    join x509_certificates as x509 on x509.fingerprint256 = served.fingerprint256
    where certificate.id = any(${plainArray(ids)}::uuid[]) and certificate.source = 'endpoint'`);

type Replacing = Owned & { readonly replaced: readonly string[]; readonly source: KnownCertificate['source'] };

/** Certificates of other endpoints, and of uploads, of these organizations that were one of these before. */
const loadServers = (db: Executor, orgIds: readonly OrganizationId[], fingerprints: readonly string[]) =>
  db.execute<Replacing>(sql`
    select other.org_id, ${factColumns(sql`x509`)}, array_agg(distinct entry.fingerprint256) as replaced,
      case other.source when 'upload' then 'upload' else 'server' end as source
    from unnest(${plainArray(fingerprints)}::text[]) as served (fingerprint256)
    cross join lateral (
      select certificate_id, fingerprint256 from certificate_history
      where action <> 'checked' and fingerprint256 = served.fingerprint256 limit ${ENTRIES_READ}
    ) as entry
    join certificates as other on other.id = entry.certificate_id and other.fingerprint256 <> entry.fingerprint256 and other.source <> 'file'
      and other.org_id = any(${plainArray(orgIds)}::uuid[])
    join x509_certificates as x509 on x509.fingerprint256 = other.fingerprint256
    group by other.org_id, x509.fingerprint256, other.source`);

const orgsWithFiles = async (db: Executor, orgIds: readonly OrganizationId[]): Promise<OrganizationId[]> => {
  const rows = await db.execute<{ org_id: OrganizationId }>(sql`
    select distinct collector.org_id from collectors as collector
    where collector.org_id = any(${plainArray(orgIds)}::uuid[])
      and exists (select from collector_files as file where file.collector_id = collector.id)`);
  return rows.map(({ org_id }) => org_id);
};

/** Certificates in files that had one of these before. */
const loadReplacingFiles = (db: Executor, orgIds: readonly OrganizationId[], fingerprints: readonly string[]) =>
  db.execute<Replacing>(sql`
    select collector.org_id, ${factColumns(sql`x509`)}, file.replaced, 'file' as source
    from collector_files as file
    join collectors as collector on collector.id = file.collector_id and collector.org_id = any(${plainArray(orgIds)}::uuid[])
    join x509_certificates as x509 on x509.fingerprint256 = file.chain[1]
    where file.replaced <> '{}' and file.replaced && ${plainArray(fingerprints)}::text[]`);

const loadOnDisk = (db: Executor, orgIds: readonly OrganizationId[], fingerprints: readonly string[]) =>
  db.execute<{ org_id: OrganizationId; fingerprint256: string }>(sql`
    select distinct collector.org_id, file.chain[1] as fingerprint256
    from collector_files as file
    join collectors as collector on collector.id = file.collector_id and collector.org_id = any(${plainArray(orgIds)}::uuid[])
    where file.chain[1] = any(${plainArray(fingerprints)}::text[]) and file.path !~ ${ARCHIVE}`);

/** Certificates in files that one of these endpoints served before. */
const loadFormerFiles = (db: Executor, ids: readonly CertificateId[]) =>
  db.execute<Owned & { readonly id: CertificateId }>(sql`
    select distinct on (certificate.id, x509.fingerprint256) certificate.id, certificate.org_id, ${factColumns(sql`x509`)}
    from certificates as certificate
    join collectors as collector on collector.org_id = certificate.org_id
    join collector_files as file on file.collector_id = collector.id and file.role = 'certificate'
    join certificate_history as entry on entry.certificate_id = certificate.id and entry.action <> 'checked'
      and entry.fingerprint256 = file.chain[1]
    join x509_certificates as x509 on x509.fingerprint256 = file.chain[1]
    where certificate.id = any(${plainArray(ids)}::uuid[])`);

interface Loaded {
  readonly served: readonly (Owned & { readonly id: CertificateId })[];
  readonly replacing: readonly Replacing[];
  readonly former: readonly (Owned & { readonly id: CertificateId })[];
  readonly onDisk: readonly { readonly org_id: OrganizationId; readonly fingerprint256: string }[];
}

const load = async (db: Executor, ids: readonly CertificateId[]): Promise<Loaded> => {
  const served = await loadServed(db, ids);
  const orgIds = [...new Set(served.map(({ org_id }) => org_id))];
  const fingerprints = [...new Set(served.map(({ fingerprint256 }) => fingerprint256))];
  const replaced = await loadServers(db, orgIds, fingerprints);
  const filed = await orgsWithFiles(db, orgIds);
  if (filed.length === 0) return { served, replacing: replaced, former: [], onDisk: [] };
  const files = await loadReplacingFiles(db, filed, fingerprints);
  return {
    served,
    replacing: [...replaced, ...files],
    former: await loadFormerFiles(
      db,
      served.flatMap(({ id, org_id }) => (filed.includes(org_id) ? [id] : [])),
    ),
    onDisk: await loadOnDisk(db, filed, fingerprints),
  };
};

/** Returns endpoints with all that their organization knows of what they serve; leaves out those that serve nothing. */
export const loadComparedEndpoints = async (
  db: Executor,
  ids: readonly CertificateId[],
): Promise<ReadonlyMap<CertificateId, ComparedEndpoint>> => {
  if (ids.length === 0) return new Map();
  const { served, replacing, former, onDisk } = await load(db, ids);
  const byId = Map.groupBy(served, ({ id }) => id);
  return new Map(
    [...byId].flatMap(([id, rows]) => {
      const orgId = rows[0]?.org_id;
      if (orgId === undefined) return [];
      const before = former.filter((row) => row.id === id);
      const known = [
        ...replacing
          .filter(({ org_id, replaced }) => org_id === orgId && rows.some((row) => replaced.includes(row.fingerprint256)))
          .map((row) => ({ certificate: certificateOf(row), source: row.source, replaced: row.replaced })),
        ...before.map((row) => ({ certificate: certificateOf(row), source: 'file' as const, replaced: [] })),
      ];
      const endpoint = {
        served: rows.map(certificateOf),
        history: new Set(before.map(({ fingerprint256 }) => fingerprint256)),
        known,
        onDisk: new Set(onDisk.filter(({ org_id }) => org_id === orgId).map(({ fingerprint256 }) => fingerprint256)),
      };
      return [[id, endpoint] as const];
    }),
  );
};
