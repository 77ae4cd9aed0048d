import type { Id } from '../ids.ts';
import { serviceOperationKinds } from '../services/service-status.ts';

export const jobTypes = ['check_run', 'import', 'discovery', ...serviceOperationKinds, 'service_drill'] as const;
/** The work of a job; each type has a separate resource with the details. */
export type JobType = (typeof jobTypes)[number];

export const jobStates = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
/** `queued` until a worker begins; a worker moves it to `running` and to `completed` or `failed`, a person to `cancelled`. Kept 30 days. */
export type JobState = (typeof jobStates)[number];

/** The ID of a job of each type; also the ID of the row with its details. */
export interface JobIds {
  readonly check_run: Id<'check-run'>;
  readonly import: Id<'certificate-import'>;
  readonly discovery: Id<'discovery-job'>;
  readonly service_deployment: Id<'service-operation'>;
  readonly service_resize: Id<'service-operation'>;
  readonly service_rotation: Id<'service-operation'>;
  readonly service_renewal: Id<'service-operation'>;
  readonly service_allowlist: Id<'service-operation'>;
  readonly service_backup: Id<'service-operation'>;
  readonly service_restore: Id<'service-operation'>;
  readonly service_deletion: Id<'service-operation'>;
  readonly service_drill: Id<'service-operation'>;
}
export type JobId = Id<'check-run' | 'certificate-import' | 'discovery-job' | 'service-operation'>;

/** How the process behind a job is doing: `running` covers the time in the queue. */
export type ProcessState = Exclude<JobState, 'queued'>;

/** The error of a `failed` check run, import or discovery that a person ended. */
export const CANCELLED = 'Cancelled';

interface Ended {
  readonly status: string;
  readonly error: string | null;
}

/** Whether a person ended it early. */
export const isCancelled = ({ status, error }: Ended): boolean => status === 'failed' && error === CANCELLED;

export interface ProcessStatus {
  readonly status: 'running' | 'completed' | 'failed';
  readonly error: string | null;
}

/** The documented status of a check run, an import or a discovery: a cancelled one is `failed` with the error `Cancelled`. */
export const processStatusOf = ({ state, error }: { readonly state: ProcessState; readonly error: string | null }): ProcessStatus =>
  state === 'cancelled' ? { status: 'failed', error: CANCELLED } : { status: state, error };
