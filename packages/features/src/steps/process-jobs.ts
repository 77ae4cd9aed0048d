import { HOUR_MS, type JobId, type JobType, MINUTE_MS, type OrganizationId, SECOND_MS } from '@notafter/domain';
import { idInput } from '@notafter/domain/inputs';
import { defineJob, type JobDefinition, type JobPolicy } from '@notafter/jobs';
import { z } from 'zod';
import type { SystemContext, TransactionContext } from '../context.ts';

/** How long a worker may go on with a step that copies data. */
export const LONG_SHIFT_MS = 6 * HOUR_MS;

/** The tries of a step are counted on its row; these are for a worker that died or a database that was away. */
const policy: JobPolicy = {
  queue: 'short',
  retryLimit: 5,
  retryDelaySeconds: 2,
  retryDelayMaxSeconds: 60,
  expireInSeconds: 900,
  heartbeatSeconds: 20,
};

export const runChecksJob = defineJob('run-checks', z.object({ id: idInput<'check-run'>() }), policy);
export const runImportJob = defineJob('run-import', z.object({ id: idInput<'certificate-import'>() }), policy);
/** Of every kind of operation on a data service. */
export const runServiceOperationJob = defineJob('run-service-operation', z.object({ id: idInput<'service-operation'>() }), policy);
/** Of backups, restores and drills, which take as long as the data is large. */
export const runServiceBackupJob = defineJob('run-service-backup', z.object({ id: idInput<'service-operation'>() }), {
  ...policy,
  expireInSeconds: (LONG_SHIFT_MS + 5 * MINUTE_MS) / SECOND_MS,
});
export const runDiscoveryJob = defineJob('run-discovery', z.object({ id: idInput<'discovery-job'>() }), policy);

/** An organization's first discovery has 0; a further one this or less, so it has its own places and goes after firsts. */
export const FURTHER_DISCOVERY_PRIORITY = -1;

interface Alarm {
  readonly job: JobDefinition<{ readonly id: JobId }>;
  /** Of every job after the first one. A discovery that goes on may take either kind of place. */
  readonly priority: number;
}

const serviceOperation: Alarm = { job: runServiceOperationJob, priority: 0 };
const serviceBackup: Alarm = { job: runServiceBackupJob, priority: 0 };
const alarms: Readonly<Record<JobType, Alarm>> = {
  check_run: { job: runChecksJob, priority: 0 },
  import: { job: runImportJob, priority: 0 },
  discovery: { job: runDiscoveryJob, priority: FURTHER_DISCOVERY_PRIORITY },
  service_deployment: serviceOperation,
  service_resize: serviceOperation,
  service_rotation: serviceOperation,
  service_renewal: serviceOperation,
  service_allowlist: serviceOperation,
  service_backup: serviceBackup,
  service_restore: serviceBackup,
  service_deletion: serviceOperation,
  service_drill: serviceBackup,
};

interface Waiting {
  readonly id: JobId;
  readonly orgId: OrganizationId;
  readonly kind: JobType;
  readonly wakes: number;
}

interface AlarmOptions {
  readonly startAfter?: Date;
  readonly priority?: number;
}

/** Enqueues the one job that continues a process. A second one for the same state is dropped while the first is queued. */
export const enqueueAlarm = (
  tx: Pick<TransactionContext<SystemContext>, 'db' | 'jobs'>,
  { id, orgId, kind, wakes }: Waiting,
  { startAfter, priority = alarms[kind].priority }: AlarmOptions = {},
): Promise<void> =>
  tx.jobs.enqueue(
    tx.db,
    alarms[kind].job,
    { id },
    {
      singletonKey: `${id}/${wakes}`,
      group: orgId,
      priority,
      ...(startAfter === undefined ? {} : { startAfter }),
    },
  );
