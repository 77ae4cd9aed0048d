import type { Operation } from '../../operation.ts';
import { identityOperations } from './oauth/identities.ts';
import { passkeyOperations } from './passkeys/passkeys.ts';
import { changePasswordOperation, requestPasswordResetOperation, resetPasswordOperation } from './passwords/passwords.ts';
import { activateAccountOperation, registerOperation } from './registration/registration.ts';
import { finishLoginOperation, getSessionOperation, loginOperation, logoutOperation } from './sessions/login.ts';
import { sessionOperations } from './sessions/sessions.ts';
import { twoFactorOperations } from './two-factor/two-factor.ts';

export const accountsOperations: readonly Operation[] = [
  registerOperation,
  activateAccountOperation,
  loginOperation,
  finishLoginOperation,
  getSessionOperation,
  logoutOperation,
  requestPasswordResetOperation,
  resetPasswordOperation,
  changePasswordOperation,
  ...sessionOperations,
  ...twoFactorOperations,
  ...passkeyOperations,
  ...identityOperations,
];
