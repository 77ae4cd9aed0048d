import type { Id } from '../ids.ts';

export const jobTypes = ['check_run', 'import', 'discovery'] as const;
/** The work of a job; each type has a separate resource with the details. */
export type JobType = (typeof jobTypes)[number];

export const jobStates = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
/** `queued` until a worker begins; a worker moves it to `running` and to `completed` or `failed`, a person to `cancelled`. Kept 30 days. */
export type JobState = (typeof jobStates)[number];

export type JobId = Id<'check-run' | 'certificate-import' | 'discovery-job'>;

/** The error of a `failed` check run, import or discovery that a person ended. */
export const CANCELLED = 'Cancelled';

interface Ended {
  readonly status: string;
  readonly error: string | null;
}

/** Whether a person ended it early. */
export const isCancelled = ({ status, error }: Ended): boolean => status === 'failed' && error === CANCELLED;
