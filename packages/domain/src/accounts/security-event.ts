/** Account changes that the person is notified of by mail, so that an intruder's changes do not go unnoticed. */
export const securityEvents = [
  'password-changed',
  'password-set',
  'email-changed',
  'passkey-added',
  'passkey-removed',
  'totp-added',
  'totp-removed',
  'recovery-codes-renewed',
  'recovery-code-used',
  'second-factor-refused',
  'github-linked',
  'github-removed',
  'google-linked',
  'google-removed',
  'token-added',
  'account-closed',
] as const;
export type SecurityEvent = (typeof securityEvents)[number];
