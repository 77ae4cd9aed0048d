import type { ServeOperation } from '../../rest-environment.ts';
import { serveIdentities } from './oauth/identities.ts';
import { servePasskeys } from './passkeys/passkeys.ts';
import { serveChangePassword } from './passwords/change-password.ts';
import { serveRequestPasswordReset } from './passwords/request-password-reset.ts';
import { serveResetPassword } from './passwords/reset-password.ts';
import { serveActivate } from './registration/activate.ts';
import { serveRegister } from './registration/register.ts';
import { serveFinishLogin } from './sessions/finish-login.ts';
import { serveLogin } from './sessions/login.ts';
import { serveLogout } from './sessions/logout.ts';
import { serveSession } from './sessions/session.ts';
import { serveSessions } from './sessions/sessions.ts';
import { serveTwoFactor } from './two-factor/two-factor.ts';

export const accountsOperations: readonly ServeOperation[] = [
  serveRegister,
  serveActivate,
  serveLogin,
  serveFinishLogin,
  serveSession,
  serveLogout,
  serveRequestPasswordReset,
  serveResetPassword,
  serveChangePassword,
  serveSessions,
  serveTwoFactor,
  servePasskeys,
  serveIdentities,
];
