export * from './create-job-queue.ts';
export * from './define-job.ts';
export { DEAD_LETTERS } from './install-queues.ts';
export { movingJobs } from './moving-jobs.ts';
export * from './queue.ts';
export type { JobRun } from './settle-job.ts';
export { storedJobs } from './stored-jobs.ts';
