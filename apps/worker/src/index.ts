export { allJobs } from './all-jobs.ts';
export { type RunningWorker, startWorker, type WorkerOptions } from './start-worker.ts';
