import { randomUUID } from 'node:crypto';
import { brandId, type CloudSlug, type ServicePlanName, type ServiceSpec, servicePlan } from '@notafter/domain';

/** A PostgreSQL service with a new tag. */
export const specOf = (cloud: CloudSlug, region: string, plan: ServicePlanName): ServiceSpec => {
  const { memoryMib, cpus, diskGib, machineTypes } = servicePlan(plan);
  return {
    tag: { installation: brandId(randomUUID()), service: brandId(randomUUID()) },
    solution: 'postgres',
    region,
    size: { memoryMib, cpus, diskGib },
    machineType: machineTypes[cloud],
    ports: [{ name: 'native', port: 5432 }],
    credentials: { user: 'admin', password: 'first password' },
    certificate: { certificate: '', key: '', authority: '' },
    allowlist: [],
  };
};
