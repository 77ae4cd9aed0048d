import type { ServeOperation } from '../../rest-environment.ts';
import { serveActivate } from './activate.ts';
import { serveFinishLogin } from './finish-login.ts';
import { serveLogin } from './login.ts';
import { serveLogout } from './logout.ts';
import { serveRegister } from './register.ts';
import { serveRequestPasswordReset } from './request-password-reset.ts';
import { serveResetPassword } from './reset-password.ts';
import { serveSession } from './session.ts';

export const accountsOperations: readonly ServeOperation[] = [
  serveRegister,
  serveActivate,
  serveLogin,
  serveFinishLogin,
  serveSession,
  serveLogout,
  serveRequestPasswordReset,
  serveResetPassword,
];
