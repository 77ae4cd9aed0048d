import {
  checkSliceJob,
  deliverSliceJob,
  fetchFaviconJob,
  maintainAlertsJob,
  maintainChecksJob,
  purgeExpiredJob,
  reviewAlertsJob,
  runChecksJob,
  runImportJob,
  sendAccountMailJob,
  sendChannelNoticeJob,
  sendOperatorAlertJob,
  sendSecurityNoticeJob,
  sweepAlertsJob,
} from '@notafter/features';

/** Every kind of job there is: the queues are installed from it, in every process. */
export const allJobs = [
  checkSliceJob,
  deliverSliceJob,
  fetchFaviconJob,
  maintainAlertsJob,
  maintainChecksJob,
  purgeExpiredJob,
  reviewAlertsJob,
  runChecksJob,
  runImportJob,
  sendAccountMailJob,
  sendChannelNoticeJob,
  sendOperatorAlertJob,
  sendSecurityNoticeJob,
  sweepAlertsJob,
] as const;
