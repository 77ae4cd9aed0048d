import { certificateDeployments, certificates, type Executor, x509Certificates } from '@notafter/db';
import {
  type CertificateId,
  type CollectorId,
  type DeploymentCount,
  type DeploymentState,
  DomainError,
  parseTarget,
  type ReloadCommand,
  reloadCommands,
} from '@notafter/domain';
import { monitoredCertificateInput } from '@notafter/domain/inputs';
import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { withinReach } from '../../certificate-reach.ts';
import { countDeployment } from '../../notifications/ledger/count-deployment.ts';
import { useCase } from '../../use-case.ts';

const FILES_SHOWN = 20;
const ENDPOINTS_SHOWN = 20;

interface DeployedCertificate {
  readonly fingerprint256: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

export interface DeployedFile extends DeployedCertificate {
  readonly collectorId: CollectorId;
  readonly collector: string;
  readonly path: string;
  readonly alias: string | null;
  /** Since when the file has this certificate, and when that was last seen. */
  readonly firstSeenAt: Date;
  readonly seenAt: Date;
  /** It is the certificate that the endpoint serves. */
  readonly isServed: boolean;
}

/** One endpoint's certificate as it was issued, as it is on disk, and as it is served. */
export interface Deployment {
  /** Null: all agree. */
  readonly state: DeploymentState | null;
  readonly since: Date | null;
  /** The newest that is known; the served one if all agree. */
  readonly issued: DeployedCertificate;
  /** Files that have one of both, at most 20. */
  readonly files: readonly DeployedFile[];
  /** Null for a certificate in a file that no endpoint serves. */
  readonly served: DeployedCertificate | null;
  /** Of all endpoints that have or had the served certificate. */
  readonly count: DeploymentCount;
  /** Other endpoints that still serve the old one, at most 20. */
  readonly alsoBehind: readonly { readonly id: CertificateId; readonly domain: string }[];
  /** Empty unless a reload is missing. */
  readonly reloads: readonly ReloadCommand[];
}

const periodOf = sql<{ notBefore: string; notAfter: string }>`json_build_object(
  'notBefore', ${x509Certificates.facts} -> 'notBefore', 'notAfter', ${x509Certificates.facts} -> 'notAfter')`;

const loadCertificate = async (db: Executor, fingerprint256: string): Promise<DeployedCertificate> => {
  const [row] = await db.select({ period: periodOf }).from(x509Certificates).where(eq(x509Certificates.fingerprint256, fingerprint256));
  if (row === undefined) throw new DomainError('certificate_not_found');
  return { fingerprint256, notBefore: new Date(row.period.notBefore), notAfter: new Date(row.period.notAfter) };
};

const loadFiles = async (
  db: Executor,
  orgId: typeof certificates.$inferSelect.orgId,
  known: readonly DeployedCertificate[],
  served: string | null,
): Promise<DeployedFile[]> => {
  const rows = await db.execute<{
    collector_id: CollectorId;
    collector: string;
    path: string;
    alias: string | null;
    fingerprint256: string;
    first_seen_at: string;
    seen_at: string;
  }>(sql`
    select collector.id as collector_id, collector.name as collector, file.path, file.alias, file.chain[1] as fingerprint256,
      file.first_seen_at, file.seen_at
    from collector_files as file
    join collectors as collector on collector.id = file.collector_id and collector.org_id = ${orgId}
    where ${sql.join(
      known.map(({ fingerprint256 }) => sql`file.chain[1] = ${fingerprint256}`),
      sql` or `,
    )}
    order by file.first_seen_at desc, file.path, file.key limit ${FILES_SHOWN}`);
  return rows.flatMap((row) => {
    const certificate = known.find(({ fingerprint256 }) => fingerprint256 === row.fingerprint256);
    if (certificate === undefined) return [];
    const { collector_id: collectorId, collector, path, alias, fingerprint256 } = row;
    const seen = { firstSeenAt: new Date(row.first_seen_at), seenAt: new Date(row.seen_at) };
    return [{ ...certificate, collectorId, collector, path, alias, ...seen, isServed: fingerprint256 === served }];
  });
};

const reloadsOf = (domain: string, path: string): readonly ReloadCommand[] => {
  const { protocol = 'tls', port } = parseTarget(domain);
  return reloadCommands({ protocol, port, path });
};

/**
 * Returns what is issued, on disk and served for one endpoint, or for a certificate in a collector's files; null if it was never reached, or no file is known and no other
 * endpoint has a newer certificate. Throws `certificate_not_found`.
 */
export const getDeployment = useCase({
  name: 'certificates/get-deployment',
  access: 'member',
  apiKey: 'read',
  scoped: true,
  input: monitoredCertificateInput,
})(async (ctx, { certificateId }): Promise<{ deployment: Deployment | null }> => {
  const { state, since, served, known } = certificateDeployments;
  const [row] = await ctx.db
    .select({
      ...{
        orgId: certificates.orgId,
        domain: certificates.domain,
        fingerprint256: certificates.fingerprint256,
        source: certificates.source,
      },
      differs: { state, since, served, known },
    })
    .from(certificates)
    .leftJoin(certificateDeployments, eq(certificateDeployments.certificateId, certificates.id))
    .where(and(eq(certificates.id, certificateId), withinReach(ctx.reach)));
  if (row === undefined) throw new DomainError('certificate_not_found');
  const { orgId, domain, differs } = row;
  const own = differs?.served ?? row.fingerprint256;
  if (own === null || (row.source !== 'endpoint' && row.source !== 'file')) return { deployment: null };
  const servedNow = await loadCertificate(ctx.db, own);
  const isServed = row.source === 'endpoint';
  const issued = differs === null ? servedNow : await loadCertificate(ctx.db, differs.known);
  const files = await loadFiles(ctx.db, orgId, differs === null ? [servedNow] : [servedNow, issued], isServed ? own : null);
  if (differs === null && files.length === 0) return { deployment: null };
  const alsoBehind = await ctx.db
    .select({ id: certificates.id, domain: certificates.domain })
    .from(certificateDeployments)
    .innerJoin(certificates, eq(certificates.id, certificateDeployments.certificateId))
    .where(and(eq(served, own), ne(state, 'unknown'), ne(certificates.id, certificateId), withinReach(ctx.reach)))
    .orderBy(asc(certificates.domain))
    .limit(ENDPOINTS_SHOWN);
  const path = files.find(({ isServed }) => !isServed)?.path;
  return {
    deployment: {
      ...{ state: differs?.state ?? null, since: differs?.since ?? null, issued, files, served: isServed ? servedNow : null, alsoBehind },
      count: await countDeployment(ctx.db, orgId, own),
      reloads: differs?.state === 'not_reloaded' && path !== undefined ? reloadsOf(domain, path) : [],
    },
  };
});
