import { certificates, checkSchedule, type Transaction } from '@notafter/db';
import {
  type CertificateId,
  type CertificateSource,
  COLLECTOR_SHARD,
  type CollectorId,
  type EnvironmentId,
  type OrganizationId,
  shardOf,
} from '@notafter/domain';

interface EndpointRow {
  readonly id: CertificateId;
  readonly host: string;
  readonly port: number;
  /** As `formatTarget` writes it. */
  readonly domain: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly environmentId: EnvironmentId | null;
  /** Absent: this server checks it. */
  readonly collectorId?: CollectorId;
  /** Absent: an endpoint. Only endpoints have a place in the schedule. */
  readonly source?: CertificateSource;
}

/**
 * Stores endpoints, each with its place in the schedule, and other certificates in the caller's transaction. Leaves out those that the organization
 * monitors already, and returns the IDs of the others.
 */
export const insertEndpoints = async (
  db: Transaction,
  { orgId, now, dueAt }: { readonly orgId: OrganizationId; readonly now: Date; readonly dueAt: (id: CertificateId) => Date },
  rows: readonly EndpointRow[],
): Promise<ReadonlySet<CertificateId>> => {
  if (rows.length === 0) return new Set();
  const inserted = await db
    .insert(certificates)
    .values(
      rows.map(({ id, host, port, domain, tags, environmentId, collectorId = null, source = 'endpoint' }) => ({
        ...{ id, orgId, host, port, domain, tags: { ...tags }, environmentId, collectorId, source },
        ...{ createdAt: now, updatedAt: now },
      })),
    )
    .onConflictDoNothing({ target: [certificates.orgId, certificates.domain, certificates.collectorId] })
    .returning({ id: certificates.id, collectorId: certificates.collectorId, source: certificates.source });
  const endpoints = inserted.filter(({ source }) => source === 'endpoint');
  const scheduled = endpoints.map(({ id, collectorId }) => ({
    ...{ certificateId: id, shard: collectorId === null ? shardOf(id) : COLLECTOR_SHARD, nextCheckAt: dueAt(id) },
  }));
  if (scheduled.length > 0) await db.insert(checkSchedule).values(scheduled);
  return new Set(inserted.map(({ id }) => id));
};
