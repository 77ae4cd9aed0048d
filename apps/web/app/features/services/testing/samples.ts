import {
  addMs,
  brandId,
  clouds,
  DAY_MS,
  forEachServicePlan,
  forEachSolution,
  MINUTE_MS,
  monthlyUsd,
  type SolutionSupport,
  servicePlan,
} from '@notafter/domain';
import { NOW } from '../../../testing/now.ts';
import type { CloudOffer, Service, ServiceDetail, ServiceOperation } from '../types.ts';

const SAMPLE_FINGERPRINT = Array.from({ length: 32 }, (_, index) => (index * 7 + 16).toString(16).toUpperCase().slice(-2)).join(':');

export const operationId = brandId<'service-operation'>('0198b5a0-0000-7000-8000-000000000021');

export const sampleOperation = (changes: Partial<ServiceOperation> = {}): ServiceOperation => ({
  id: operationId,
  kind: 'service_deployment',
  step: 'create_instance',
  label: 'Creating the instance',
  percent: 20.4,
  isSlow: false,
  isUndoing: false,
  lastAnswer: null,
  nextTryAt: null,
  startedAt: addMs(NOW, -MINUTE_MS),
  ...changes,
});

/** A PostgreSQL on AWS that runs for 41 days. */
export const sampleService = (changes: Partial<Service> = {}): Service => {
  const { plan: name = 'hobbyist' } = changes;
  const { hourlyUsd, instanceType, memoryMib, cpus, diskGib } = servicePlan(name);
  return {
    resourceId: 'pg-7f3a91c2',
    solution: 'postgres',
    cloud: 'aws',
    region: 'eu-central-1',
    regionName: 'Europe (Frankfurt)',
    plan: name,
    instanceType,
    status: 'running',
    problem: null,
    operation: null,
    hourlyUsd,
    monthlyUsd: monthlyUsd(hourlyUsd),
    host: 'pg-7f3a91c2.svc.harborline.example',
    ports: [{ name: 'native', port: 5432 }],
    user: 'postgres',
    version: '18.1',
    size: { memoryMib, cpus, diskGib },
    runningSince: addMs(NOW, -41 * DAY_MS),
    restarts: 0,
    observedAt: NOW,
    certificateNotAfter: addMs(NOW, 49 * DAY_MS),
    isProtected: false,
    cost: { soFarUsd: 194.86, monthUsd: 104.56, monthForecastUsd: 142.58 },
    account: null,
    drift: null,
    createdAt: addMs(NOW, -41 * DAY_MS),
    ...changes,
  };
};

export const sampleDetail = (changes: Partial<ServiceDetail> = {}): ServiceDetail => ({
  ...sampleService(changes),
  authority: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n',
  extraNames: [],
  allowlist: { reasonAgainst: null, ranges: [] },
  certificateNames: ['pg-7f3a91c2.svc.harborline.example', '192.0.2.17'],
  certificateFingerprint256: SAMPLE_FINGERPRINT,
  servedFingerprint256: SAMPLE_FINGERPRINT,
  canRotatePassword: true,
  passwordChangedAt: null,
  backups: { reasonAgainst: null, interruption: null, schedule: 'daily', problem: null, place: '/var/backups/notafter' },
  events: [
    { id: brandId('0198b5a0-0000-7000-8000-000000000032'), text: 'PostgreSQL 18.1 is running.', at: addMs(NOW, -41 * DAY_MS) },
    {
      id: brandId('0198b5a0-0000-7000-8000-000000000031'),
      text: 'Deployment of PostgreSQL (hobbyist) began.',
      at: addMs(NOW, -42 * DAY_MS),
    },
  ],
  ...changes,
});

const runs: SolutionSupport = { runs: true, by: 'machine', version: '18.1' };

/** A cloud that runs every solution with the plans' sizes. */
export const sampleOffer = (cloud: CloudOffer['cloud'], changes: Partial<CloudOffer> = {}): CloudOffer => ({
  cloud,
  accounts: cloud === 'local' ? [] : [{ id: null, name: 'Account of this installation', problem: null }],
  solutions: forEachSolution(() => runs),
  sizes: forEachServicePlan(({ memoryMib, cpus, diskGib }) => ({ memoryMib, cpus, diskGib })),
  ...changes,
});

/** This server: PostgreSQL alone, on a machine of 2 GB. */
export const smallServer: CloudOffer = {
  cloud: 'local',
  accounts: [],
  solutions: forEachSolution((slug) =>
    slug === 'postgres' ? { ...runs, by: 'process' } : { runs: false, reason: `${slug} needs a container engine.` },
  ),
  sizes: forEachServicePlan(({ memoryMib, cpus, diskGib }) => ({ memoryMib: Math.min(memoryMib, 2048), cpus: Math.min(cpus, 2), diskGib })),
};

export const localService = (changes: Partial<Service> = {}): Service =>
  sampleService({ cloud: 'local', region: 'local', regionName: clouds.local.name, host: '127.0.0.1', ...changes });
