import { certificates, type Executor, x509Certificates } from '@notafter/db';
import {
  type CertificateId,
  type CollectorId,
  decideFileMonitors,
  type FiledFacts,
  type FileEntry,
  type FileMonitor,
  fingerprintsOf,
  lineagesOf,
  type OrganizationId,
  type WantedMonitor,
} from '@notafter/domain';
import { and, eq, sql } from 'drizzle-orm';
import { ARCHIVE } from '../../deployment/internal/compared-endpoints.ts';
import { plainArray } from '../../internal/sql-arrays.ts';

/** Of one collector: far more than a machine has, and as many as are compared in memory. */
const ENTRIES_MAX = 20_000;

type StoredFiledFacts = Omit<FiledFacts, 'notBefore' | 'notAfter'> & { readonly notBefore: string; readonly notAfter: string };

/** Its facts without its text. */
const filedFacts = sql<StoredFiledFacts>`${x509Certificates.facts} - 'pem'`;

const factsOf = ({ notBefore, notAfter, ...facts }: StoredFiledFacts): FiledFacts => ({
  ...facts,
  notBefore: new Date(notBefore),
  notAfter: new Date(notAfter),
});

/** Entries with a certificate that a server or a client may use: no CA, and none that certbot only keeps. */
const loadEntries = async (db: Executor, collectorId: CollectorId): Promise<FileEntry[]> => {
  const rows = await db.execute<{ path: string; chain: string[]; replaced: string[]; facts: StoredFiledFacts }>(sql`
    select file.path, file.replaced, x509_certificates.facts - 'pem' as facts, (
      select array_agg(part.fingerprint256 order by part.place)
      from unnest(file.chain) with ordinality as part (fingerprint256, place)
      where exists (select from x509_certificates as stored where stored.fingerprint256 = part.fingerprint256)
    ) as chain
    from collector_files as file
    join x509_certificates on x509_certificates.fingerprint256 = file.chain[1]
    where file.collector_id = ${collectorId} and file.role = 'certificate' and file.path !~ ${ARCHIVE}
    order by file.key limit ${ENTRIES_MAX}`);
  return rows.flatMap(({ path, chain: [leaf, ...rest], replaced, facts }) =>
    leaf === undefined ? [] : [{ path, chain: [leaf, ...rest], replaced, facts: factsOf(facts) }],
  );
};

const loadUnreadable = async (db: Executor, collectorId: CollectorId): Promise<ReadonlySet<string>> => {
  const rows = await db.execute<{ fingerprint256: string }>(sql`
    select distinct unnest(replaced) as fingerprint256 from collector_files where collector_id = ${collectorId} and chain = '{}'`);
  return new Set(rows.map(({ fingerprint256 }) => fingerprint256));
};

const loadMonitors = async (db: Executor, collectorId: CollectorId): Promise<FileMonitor[]> => {
  const rows = await db
    .select({ id: certificates.id, name: certificates.domain, chain: certificates.chain, facts: filedFacts })
    .from(certificates)
    .leftJoin(x509Certificates, eq(x509Certificates.fingerprint256, certificates.fingerprint256))
    .where(and(eq(certificates.collectorId, collectorId), eq(certificates.source, 'file')))
    .orderBy(certificates.id);
  return rows.map(({ facts, ...row }) => ({ ...row, facts: facts === null ? null : factsOf(facts) }));
};

/** Those of the fingerprints that endpoints of the organization serve, at whichever address and of whichever key type, or are compared with. */
const loadServed = async (db: Executor, orgId: OrganizationId, fingerprints: readonly string[]): Promise<ReadonlySet<string>> => {
  const asked = sql`${plainArray([...new Set(fingerprints)])}::text[]`;
  const rows = await db.execute<{ fingerprint256: string }>(sql`
    with endpoint as (
      select certificate.id, renewal.fingerprint256 from certificate_renewals as renewal
      join certificates as certificate on certificate.id = renewal.certificate_id
        and certificate.org_id = ${orgId} and certificate.source = 'endpoint'
      where renewal.fingerprint256 = any(${asked})
      union
      select certificate.id, compared.fingerprint256 from certificate_deployments as deployment
      join certificates as certificate on certificate.id = deployment.certificate_id and certificate.org_id = ${orgId}
      cross join lateral (values (deployment.served), (deployment.known)) as compared (fingerprint256)
      where deployment.served = any(${asked}) or deployment.known = any(${asked})
    )
    select fingerprint256 from endpoint
    union
    select address.fingerprint256 from certificate_addresses as address
    where address.certificate_id in (select id from endpoint) and address.fingerprint256 is not null`);
  return new Set(rows.map(({ fingerprint256 }) => fingerprint256));
};

interface FileDecision {
  /** Those that expire first at the front. */
  readonly wanted: readonly WantedMonitor[];
  readonly gone: readonly CertificateId[];
}

/** Returns which certificates of a collector's files are to be monitored, and what is monitored that should not be. */
export const loadFileDecision = async (db: Executor, orgId: OrganizationId, collectorId: CollectorId): Promise<FileDecision> => {
  const lineages = lineagesOf(await loadEntries(db, collectorId));
  return decideFileMonitors({
    lineages,
    unreadable: await loadUnreadable(db, collectorId),
    monitors: await loadMonitors(db, collectorId),
    served: lineages.length === 0 ? new Set() : await loadServed(db, orgId, lineages.flatMap(fingerprintsOf)),
  });
};
