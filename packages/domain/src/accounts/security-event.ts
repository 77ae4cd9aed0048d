/** What a person is told of by mail when it happens to their account, so that a stranger's doing does not stay unseen. */
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
