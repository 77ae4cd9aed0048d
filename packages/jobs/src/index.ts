export * from './define-job.ts';
export * from './queue.ts';
