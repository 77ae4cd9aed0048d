import {
  addCertificateInput,
  certificateIdInput,
  certificateSelectionInput,
  checkRunIdInput,
  listCertificatesInput,
  listHistoryInput,
  listSslScoresInput,
  startCheckRunInput,
  updateCertificateTagsInput,
} from '@notafter/domain/inputs';
import {
  addCertificate,
  checkCertificate,
  getCertificate,
  getCheckRun,
  getDashboardStats,
  listCertificateHistory,
  listCertificates,
  listSslScores,
  removeCertificate,
  removeCertificates,
  startCheckRun,
  updateCertificateTags,
} from '@notafter/features';
import { memberProcedure, router } from '../trpc.ts';

export const certificatesRouter = router({
  add: memberProcedure.input(addCertificateInput).mutation(({ ctx, input }) => addCertificate(ctx.org, input)),
  list: memberProcedure.input(listCertificatesInput).query(({ ctx, input }) => listCertificates(ctx.org, input)),
  get: memberProcedure.input(certificateIdInput).query(({ ctx, input }) => getCertificate(ctx.org, input)),
  history: memberProcedure.input(listHistoryInput).query(({ ctx, input }) => listCertificateHistory(ctx.org, input)),
  remove: memberProcedure.input(certificateIdInput).mutation(({ ctx, input }) => removeCertificate(ctx.org, input)),
  removeMany: memberProcedure.input(certificateSelectionInput).mutation(({ ctx, input }) => removeCertificates(ctx.org, input)),
  updateTags: memberProcedure.input(updateCertificateTagsInput).mutation(({ ctx, input }) => updateCertificateTags(ctx.org, input)),
  check: memberProcedure.input(certificateIdInput).mutation(({ ctx, input }) => checkCertificate(ctx.org, input)),
  startCheckRun: memberProcedure.input(startCheckRunInput).mutation(({ ctx, input }) => startCheckRun(ctx.org, input)),
  checkRun: memberProcedure.input(checkRunIdInput).query(({ ctx, input }) => getCheckRun(ctx.org, input)),
  sslScores: memberProcedure.input(listSslScoresInput).query(({ ctx, input }) => listSslScores(ctx.org, input)),
  stats: memberProcedure.query(({ ctx }) => getDashboardStats(ctx.org)),
});
