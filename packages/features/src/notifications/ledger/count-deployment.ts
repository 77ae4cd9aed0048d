import type { Executor } from '@notafter/db';
import type { DeploymentCount, DeploymentPlace, OrganizationId } from '@notafter/domain';
import { sql } from 'drizzle-orm';

/** Counts the endpoints of an organization that serve a certificate, or served it and serve a newer one now. */
export const countDeployment = async (db: Executor, orgId: OrganizationId, fingerprint256: string): Promise<DeploymentCount> => {
  const [row] = await db.execute<{ deployed: number; total: number }>(sql`
    with endpoint as (
      select distinct certificate.id, certificate.fingerprint256
      from certificate_history as entry
      join certificates as certificate on certificate.id = entry.certificate_id and certificate.org_id = ${orgId} and certificate.source = 'endpoint'
      where entry.action <> 'checked' and entry.fingerprint256 = ${fingerprint256}
    )
    select count(*) filter (where endpoint.fingerprint256 <> old.fingerprint256)::int as deployed, count(*)::int as total
    from endpoint
    join x509_certificates as old on old.fingerprint256 = ${fingerprint256}
    join x509_certificates as present on present.fingerprint256 = endpoint.fingerprint256
    where present.fingerprint256 = old.fingerprint256
      or (present.facts ->> 'notBefore')::timestamptz > (old.facts ->> 'notBefore')::timestamptz`);
  return row ?? { deployed: 0, total: 0 };
};

/** Returns the file in which one certificate replaced another; null if none did. */
export const findDeploymentFile = async (
  db: Executor,
  orgId: OrganizationId,
  { served, known }: { readonly served: string; readonly known: string },
): Promise<DeploymentPlace | null> => {
  const [row] = await db.execute<{ path: string; collector: string }>(sql`
    select file.path, collector.name as collector
    from collector_files as file
    join collectors as collector on collector.id = file.collector_id and collector.org_id = ${orgId}
    where file.chain[1] = ${known}
    order by file.replaced @> array[${served}] desc, length(file.path), file.path
    limit 1`);
  return row === undefined ? null : { path: row.path, collector: row.collector };
};
