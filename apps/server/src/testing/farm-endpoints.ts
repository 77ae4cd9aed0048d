import { certificates, checkSchedule, type Database, newId } from '@notafter/db';
import { brandId, type CertificateId, nextCheckAt, type OrganizationId, type ScheduleRule, shardOf } from '@notafter/domain';

export interface FarmEndpoint {
  readonly id: CertificateId;
  /** The key of the farm's counts. */
  readonly host: string;
}

interface FarmEndpointOptions {
  readonly orgId: OrganizationId;
  readonly count: number;
  readonly now: Date;
  readonly rule: ScheduleRule;
  /** Generated IDs spread evenly by the thousand; for fewer, phases can be set evenly. */
  readonly phases: 'as ids come' | 'even';
  /** Names that the farm serves. */
  readonly hostOf?: (index: number) => string;
}

/** A statement has at most 65,535 parameters. */
const BATCH = 2000;
const PHASE_STEPS = 2 ** 32;

const idAt = (share: number): CertificateId =>
  brandId(
    `${newId<'certificate'>().slice(0, -8)}${Math.floor(share * PHASE_STEPS)
      .toString(16)
      .padStart(8, '0')}`,
  );

/** Endpoints of the farm that were never checked, each due at its turn. */
export const addFarmEndpoints = async (
  db: Database,
  farm: { readonly tls: { readonly port: number } },
  { orgId, count, now, rule, phases, hostOf = (index) => `endpoint-${index}.farm.test` }: FarmEndpointOptions,
): Promise<readonly FarmEndpoint[]> => {
  const endpoints = Array.from({ length: count }, (_, index) => ({
    id: phases === 'even' ? idAt((index + 0.5) / count) : newId<'certificate'>(),
    host: hostOf(index),
  }));
  const { port } = farm.tls;
  for (let start = 0; start < count; start += BATCH) {
    const part = endpoints.slice(start, start + BATCH);
    await db
      .insert(certificates)
      .values(part.map(({ id, host }) => ({ id, orgId, host, port, domain: `${host}:${port}`, createdAt: now })));
    await db
      .insert(checkSchedule)
      .values(part.map(({ id }) => ({ certificateId: id, shard: shardOf(id), nextCheckAt: nextCheckAt(id, now, 0, rule) })));
  }
  return endpoints;
};
