import {
  checkSliceJob,
  deliverSliceJob,
  fetchFaviconJob,
  maintainChecksJob,
  purgeExpiredJob,
  runChecksJob,
  runImportJob,
  sendAccountMailJob,
  sendChannelNoticeJob,
} from '@notafter/features';

/** Every kind of job there is: the queues are installed from it, in every process. */
export const allJobs = [
  checkSliceJob,
  deliverSliceJob,
  fetchFaviconJob,
  maintainChecksJob,
  purgeExpiredJob,
  runChecksJob,
  runImportJob,
  sendAccountMailJob,
  sendChannelNoticeJob,
] as const;
