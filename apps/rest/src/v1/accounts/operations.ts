import type { ServeOperation } from '../../rest-environment.ts';
import { serveActivate } from './activate.ts';
import { serveChangePassword } from './change-password.ts';
import { serveFinishLogin } from './finish-login.ts';
import { serveIdentities } from './identities.ts';
import { serveLogin } from './login.ts';
import { serveLogout } from './logout.ts';
import { servePasskeys } from './passkeys.ts';
import { serveRegister } from './register.ts';
import { serveRequestPasswordReset } from './request-password-reset.ts';
import { serveResetPassword } from './reset-password.ts';
import { serveSession } from './session.ts';
import { serveSessions } from './sessions.ts';
import { serveTwoFactor } from './two-factor.ts';

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
