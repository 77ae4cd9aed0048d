import type { RestRouter } from '../rest-environment.ts';
import { serveActivate } from './accounts/activate.ts';
import { serveLogin } from './accounts/login.ts';
import { serveLogout } from './accounts/logout.ts';
import { serveRegister } from './accounts/register.ts';
import { serveRequestPasswordReset } from './accounts/request-password-reset.ts';
import { serveResetPassword } from './accounts/reset-password.ts';
import { serveSession } from './accounts/session.ts';
import { serveAddCertificate } from './certificates/add.ts';
import { serveCheckCertificate } from './certificates/check.ts';
import { serveCheckAll } from './certificates/check-all.ts';
import { serveCheckRun } from './certificates/check-run.ts';
import { serveDashboardStats } from './certificates/dashboard-stats.ts';
import { serveGetCertificate } from './certificates/get.ts';
import { serveCertificateHistory } from './certificates/history.ts';
import { serveListCertificates } from './certificates/list.ts';
import { serveRemoveCertificate } from './certificates/remove.ts';
import { serveSslScores } from './certificates/ssl-scores.ts';

/** Every operation, in the order the reference shows them. Fixed paths stand before those with an id. */
export const serveOperations = (app: RestRouter): void => {
  serveRegister(app);
  serveActivate(app);
  serveLogin(app);
  serveSession(app);
  serveLogout(app);
  serveRequestPasswordReset(app);
  serveResetPassword(app);
  serveListCertificates(app);
  serveAddCertificate(app);
  serveSslScores(app);
  serveCheckAll(app);
  serveCheckRun(app);
  serveGetCertificate(app);
  serveCertificateHistory(app);
  serveCheckCertificate(app);
  serveRemoveCertificate(app);
  serveDashboardStats(app);
};
