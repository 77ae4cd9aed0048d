import { certificates, checkSchedule, type Transaction } from '@notafter/db';
import { type CertificateId, type EndpointState, shardOf } from '@notafter/domain';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import { plainArray } from '../../internal/sql-arrays.ts';

/** An endpoint as it was read: the probe's target, and the state that deciding about the observation needs. */
export interface CheckedEndpoint extends EndpointState {
  readonly host: string;
  readonly port: number;
  readonly domain: string;
  /** Shows whether another worker stored a check since. */
  readonly lastCheckedAt: Date | null;
  readonly addressSet: string | null;
  readonly addressesAt: Date | null;
  /** `ProbeAnchors.digest` of the last check of every address. */
  readonly anchorsDigest: string | null;
}

/** The columns of `certificates` for a `CheckedEndpoint`, together with `scheduleStateColumns`. */
export const endpointStateColumns = {
  id: certificates.id,
  host: certificates.host,
  port: certificates.port,
  domain: certificates.domain,
  serviceId: certificates.serviceId,
  fingerprint256: certificates.fingerprint256,
  chain: certificates.chain,
  rootFingerprint256: certificates.rootFingerprint256,
  anchorFingerprint256: certificates.anchorFingerprint256,
  reasons: certificates.reasons,
  warnings: certificates.warnings,
  others: certificates.others,
  missingIssuer: certificates.missingIssuer,
  revocation: certificates.revocation,
  clientFacts: certificates.clientFacts,
  address: certificates.address,
  protocol: certificates.protocol,
  cipher: certificates.cipher,
  keyExchange: certificates.keyExchange,
  unreachableReason: certificates.unreachableReason,
  unreachableDetail: certificates.unreachableDetail,
};

export const scheduleStateColumns = {
  fails: checkSchedule.fails,
  lastCheckedAt: checkSchedule.lastCheckedAt,
  lastRecordedAt: checkSchedule.lastRecordedAt,
  addressSet: checkSchedule.addressSet,
  addressesAt: checkSchedule.addressesAt,
  anchorsDigest: checkSchedule.anchorsDigest,
};

/**
 * Reads and locks endpoints for a write, certificate before schedule and ordered by id, as deleting does. Creates the schedule
 * of an endpoint without one, as bulk seeds leave it. Deleted rows are absent from the result.
 */
export const lockEndpoints = async (db: Transaction, ids: readonly CertificateId[]): Promise<CheckedEndpoint[]> => {
  await db.execute(sql`
    insert into check_schedule (certificate_id, shard, next_check_at)
    select certificates.id, wanted.shard, 'infinity'
    from unnest(${plainArray(ids)}::uuid[], ${plainArray(ids.map(shardOf))}::smallint[]) as wanted (id, shard)
    join certificates on certificates.id = wanted.id
    where not exists (select from check_schedule where certificate_id = wanted.id)
    on conflict do nothing`);
  return db
    .select({ ...endpointStateColumns, ...scheduleStateColumns })
    .from(certificates)
    .innerJoin(checkSchedule, eq(checkSchedule.certificateId, certificates.id))
    .where(inArray(certificates.id, [...ids]))
    .orderBy(asc(certificates.id))
    .for('no key update');
};
