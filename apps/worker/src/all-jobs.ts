import {
  checkSliceJob,
  fetchFaviconJob,
  maintainChecksJob,
  purgeExpiredJob,
  runChecksJob,
  runImportJob,
  sendAccountMailJob,
} from '@notafter/features';

/** Every kind of job there is: the queues are installed from it, in every process. */
export const allJobs = [
  checkSliceJob,
  fetchFaviconJob,
  maintainChecksJob,
  purgeExpiredJob,
  runChecksJob,
  runImportJob,
  sendAccountMailJob,
] as const;
