import type { permissions, UseCaseName } from '../permissions/permissions.ts';

/** How long a row is kept: a year and a month, so that last year's same month can still be looked at. */
export const AUDIT_KEPT_DAYS = 400;

type Table = typeof permissions;

/** Writes that a person or a key can be behind; what jobs do on their own is not in the log. */
type WrittenUseCase = {
  [Name in UseCaseName]: Table[Name]['kind'] extends 'write' ? (Table[Name]['access'] extends 'system' ? never : Name) : never;
}[UseCaseName];

/** Reads that hand out a secret or the log itself, and what the system does about a key or a payment. */
type ReadOnlyAuditedUseCase =
  | 'audit/export-audit-log'
  | 'billing/end-grace'
  | 'certificates/get-calendar-link'
  | 'settings/record-refused-address';

export type AuditedUseCase = WrittenUseCase | ReadOnlyAuditedUseCase;

/** What the log says of each use case that leaves a row. A write without a sentence does not compile. */
export const auditSentences = {
  'accounts/activate-account': 'Activated the account',
  'accounts/add-passkey': 'Added a passkey',
  'accounts/begin-link': 'Began to link a provider',
  'accounts/begin-passkey': 'Began to add a passkey',
  'accounts/begin-passkey-login': 'Began to sign in with a passkey',
  'accounts/begin-totp': 'Began to set up an authenticator app',
  'accounts/change-password': 'Changed the password',
  'accounts/confirm-totp': 'Turned on the authenticator app',
  'accounts/end-other-sessions': 'Signed out everywhere else',
  'accounts/end-session': 'Signed out another browser',
  'accounts/finish-login': 'Signed in with a second step',
  'accounts/finish-oauth': 'Signed in with a provider, or linked one',
  'accounts/login': 'Signed in',
  'accounts/login-with-passkey': 'Signed in with a passkey',
  'accounts/logout': 'Signed out',
  'accounts/prove-mailbox': 'Confirmed the mailbox',
  'accounts/register': 'Signed up',
  'accounts/remove-identity': 'Removed a sign-in provider',
  'accounts/remove-passkey': 'Removed a passkey',
  'accounts/remove-totp': 'Turned off the authenticator app',
  'accounts/rename-passkey': 'Renamed a passkey',
  'accounts/renew-recovery-codes': 'Made other recovery codes',
  'accounts/request-mailbox-proof': 'Asked for a mailbox confirmation',
  'accounts/request-password-reset': 'Asked for a password reset',
  'accounts/reset-password': 'Reset the password',
  'audit/export-audit-log': 'Exported the audit log',
  'billing/end-grace': 'Ended the paid plan, its days of grace being over',
  'billing/record-payment-event': 'Paid, or changed the subscription',
  'certificates/add-certificate': 'Added a certificate',
  'certificates/check-certificate': 'Checked a certificate',
  'certificates/get-calendar-link': 'Looked at the calendar link',
  'certificates/remove-certificate': 'Deleted a certificate',
  'certificates/remove-certificates': 'Deleted certificates',
  'certificates/rotate-calendar-link': 'Made another calendar link',
  'certificates/start-check-run': 'Started to check certificates',
  'certificates/start-import': 'Imported certificates',
  'certificates/update-certificate-tags': 'Changed the tags of a certificate',
  'certificates/upsert-certificate': 'Added or changed a certificate',
  'discovery/cancel-discovery': 'Cancelled a discovery',
  'discovery/start-discovery': 'Started a discovery',
  'environments/add-environment': 'Added an environment',
  'environments/remove-environment': 'Deleted an environment',
  'environments/update-environment': 'Changed an environment',
  'long-work/cancel-job': 'Cancelled a job',
  'notifications/acknowledge-alert': 'Acknowledged an alert',
  'notifications/acknowledge-by-link': 'Acknowledged an alert by its link',
  'notifications/add-maintenance-window': 'Added a maintenance window',
  'notifications/add-webhook-endpoint': 'Added a webhook endpoint',
  'notifications/redeliver-event': 'Sent an event again',
  'notifications/redeliver-failed-events': 'Sent failed events again',
  'notifications/remove-day-rule': 'Removed alert days of their own',
  'notifications/remove-maintenance-window': 'Removed a maintenance window',
  'notifications/remove-webhook-endpoint': 'Deleted a webhook endpoint',
  'notifications/resend-delivery': 'Sent a message again',
  'notifications/rotate-endpoint-secret': 'Rotated the signing secret of a webhook endpoint',
  'notifications/rotate-signing-secret': 'Made another signing secret',
  'notifications/save-alert-settings': 'Changed the alert days',
  'notifications/save-channel': 'Changed a channel',
  'notifications/save-day-rule': 'Set alert days of their own',
  'notifications/save-notification-settings': 'Changed Smart Notifications',
  'notifications/snooze-certificate': 'Snoozed a certificate',
  'notifications/test-all-channels': 'Tested all channels',
  'notifications/test-channel': 'Tested a channel',
  'notifications/test-webhook-endpoint': 'Tested a webhook endpoint',
  'notifications/unsnooze-certificate': 'Ended the snooze of a certificate',
  'notifications/update-webhook-endpoint': 'Changed a webhook endpoint',
  'settings/add-api-key': 'Made an API key',
  'settings/add-token': 'Made a token',
  'settings/cancel-email-change': 'Cancelled a change of address',
  'settings/confirm-email-change': 'Confirmed a change of address',
  'settings/leave-organization': 'Left the organization',
  'settings/record-refused-address': 'Was refused: the API key does not allow this address',
  'settings/revoke-api-key': 'Revoked an API key',
  'settings/revoke-token': 'Revoked a token',
  'settings/rotate-api-key': 'Rotated an API key',
  'settings/step-down': 'Gave up the admin role',
  'settings/update-organization': 'Changed the organization',
  'settings/update-profile': 'Changed the profile',
  'team/accept-invitation': 'Accepted an invitation',
  'team/change-role': 'Changed the role of a member',
  'team/invite-user': 'Invited a person',
  'team/remove-user': 'Removed a member',
  'team/resend-invitation': 'Sent an invitation again',
  'team/revoke-invitation': 'Revoked an invitation',
} as const satisfies Record<AuditedUseCase, string>;

const isAudited = (action: string): action is AuditedUseCase => Object.hasOwn(auditSentences, action);

/** The log's words for a row; the name itself for a use case of an older or newer version. */
export const auditSentence = (action: string): string => (isAudited(action) ? auditSentences[action] : action);

/** What rows are filtered by: the slice of the use case, in the order the screen lists them. */
export const auditGroups = {
  accounts: 'Sign-in',
  settings: 'Settings and credentials',
  team: 'Team',
  billing: 'Billing',
  certificates: 'Certificates',
  environments: 'Environments',
  notifications: 'Notifications',
  discovery: 'Discovery',
  'long-work': 'Jobs',
  audit: 'Audit log',
} as const;
export type AuditGroup = keyof typeof auditGroups;

/** How a row's detail names its subject: the first of these that is a text. */
const namingFields = ['domain', 'name', 'email', 'type', 'channel', 'provider', 'tag', 'plan'] as const;

/** What it was done to, where the detail names it. */
export const auditSubject = (detail: Readonly<Record<string, unknown>>): string | null => {
  const named = namingFields.map((field) => detail[field]).find((value) => typeof value === 'string' && value !== '');
  return typeof named === 'string' ? named : null;
};
