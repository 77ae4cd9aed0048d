import type { ApiKeyPermissions, CertificateScope } from '../accounts/api-key-limits.ts';
import type { ErrorCode } from '../errors/catalogue.ts';
import type { Entitlements } from '../plans/plans.ts';

/** What a plan must include, and the code that refuses a plan without it. */
const planGates = {
  apiKeys: { code: 'api_keys_plan', includedIn: ({ apiKeys }) => apiKeys },
  bulkImport: { code: 'import_plan', includedIn: ({ bulkImport }) => bulkImport },
  environments: { code: 'environment_plan', includedIn: ({ environmentLimit }) => environmentLimit !== 0 },
  smartNotifications: { code: 'smart_notifications_plan', includedIn: ({ team }) => team },
  team: { code: 'team_plan', includedIn: ({ team }) => team },
  webhooks: { code: 'webhooks_plan', includedIn: ({ channels }) => channels.includes('webhook') },
} as const satisfies Record<string, { readonly code: ErrorCode; readonly includedIn: (entitlements: Entitlements) => boolean }>;

/**
 * Who may call a use case. `anyone`: no sign-in needed. `member`: admins and viewers. `admin`: admins of the
 * organization. `system`: jobs and schedules only, reachable from no transport.
 */
export type Access = 'anyone' | 'member' | 'admin' | 'system';

export interface Permission {
  readonly access: Access;
  /** A write leaves one audit row where a person or an organization is behind it. */
  readonly kind: 'read' | 'write';
  /** Only from a browser where the person signed in: what a token may not do in their name. */
  readonly via?: 'session';
  /** An API key with this permission may call it too. */
  readonly apiKey?: keyof ApiKeyPermissions;
  /** It keeps to the scope of an API key that has one. Without it such a key is refused. */
  readonly scoped?: true;
  /** Only on plans that include this. What depends on the input is refused by the use case. */
  readonly plan?: keyof typeof planGates;
}

/** One entry per use case, keyed by its file below packages/features/src. A use case without an entry fails CI. */
export const permissions = {
  'accounts/activate-account': { access: 'anyone', kind: 'write' },
  'accounts/add-passkey': { access: 'member', kind: 'write', via: 'session' },
  'accounts/begin-link': { access: 'member', kind: 'write', via: 'session' },
  'accounts/begin-oauth': { access: 'anyone', kind: 'read' },
  'accounts/begin-passkey': { access: 'member', kind: 'write', via: 'session' },
  'accounts/begin-passkey-login': { access: 'anyone', kind: 'write' },
  'accounts/begin-totp': { access: 'member', kind: 'write', via: 'session' },
  'accounts/change-password': { access: 'member', kind: 'write', via: 'session' },
  'accounts/confirm-totp': { access: 'member', kind: 'write', via: 'session' },
  'accounts/end-other-sessions': { access: 'member', kind: 'write', via: 'session' },
  'accounts/end-session': { access: 'member', kind: 'write', via: 'session' },
  'accounts/finish-login': { access: 'anyone', kind: 'write' },
  'accounts/finish-oauth': { access: 'anyone', kind: 'write' },
  'accounts/get-avatar': { access: 'member', kind: 'read' },
  'accounts/get-pending-link': { access: 'anyone', kind: 'read' },
  'accounts/get-session': { access: 'member', kind: 'read' },
  'accounts/get-two-factor': { access: 'member', kind: 'read', via: 'session' },
  'accounts/list-identities': { access: 'member', kind: 'read', via: 'session' },
  'accounts/list-sessions': { access: 'member', kind: 'read', via: 'session' },
  'accounts/login': { access: 'anyone', kind: 'write' },
  'accounts/login-with-passkey': { access: 'anyone', kind: 'write' },
  'accounts/logout': { access: 'member', kind: 'write' },
  'accounts/prove-mailbox': { access: 'member', kind: 'write', via: 'session' },
  'accounts/purge-expired': { access: 'system', kind: 'write' },
  'accounts/register': { access: 'anyone', kind: 'write' },
  'accounts/remove-identity': { access: 'member', kind: 'write', via: 'session' },
  'accounts/remove-passkey': { access: 'member', kind: 'write', via: 'session' },
  'accounts/remove-totp': { access: 'member', kind: 'write', via: 'session' },
  'accounts/rename-passkey': { access: 'member', kind: 'write', via: 'session' },
  'accounts/renew-recovery-codes': { access: 'member', kind: 'write', via: 'session' },
  'accounts/request-mailbox-proof': { access: 'member', kind: 'write', via: 'session' },
  'accounts/request-password-reset': { access: 'anyone', kind: 'write' },
  'accounts/reset-password': { access: 'anyone', kind: 'write' },
  'accounts/send-account-mail': { access: 'system', kind: 'write' },
  'accounts/send-security-notice': { access: 'system', kind: 'write' },
  'analytics/get-analytics': { access: 'member', kind: 'read', apiKey: 'read', scoped: true },
  'audit/export-audit-log': { access: 'admin', kind: 'read' },
  'audit/list-audit-log': { access: 'admin', kind: 'read' },
  'billing/end-grace': { access: 'system', kind: 'write' },
  'billing/get-plan': { access: 'member', kind: 'read' },
  'billing/record-payment-event': { access: 'anyone', kind: 'write' },
  'certificates/add-certificate': { access: 'admin', kind: 'write', apiKey: 'write', scoped: true },
  'certificates/check-certificate': { access: 'admin', kind: 'write', apiKey: 'write', scoped: true },
  'certificates/check-due-slice': { access: 'system', kind: 'write' },
  'certificates/compare-history': { access: 'member', kind: 'read', apiKey: 'read', scoped: true },
  'certificates/count-backlog': { access: 'system', kind: 'read' },
  'certificates/enqueue-due-slices': { access: 'system', kind: 'write' },
  'certificates/export-certificates': { access: 'member', kind: 'read', apiKey: 'read', scoped: true },
  'certificates/get-calendar-feed': { access: 'anyone', kind: 'read' },
  'certificates/get-calendar-link': { access: 'admin', kind: 'read' },
  'certificates/get-certificate': { access: 'member', kind: 'read', apiKey: 'read', scoped: true },
  'certificates/get-check-run': { access: 'member', kind: 'read', apiKey: 'read', scoped: true },
  'certificates/get-dashboard-stats': { access: 'member', kind: 'read', apiKey: 'read', scoped: true },
  'certificates/get-facets': { access: 'member', kind: 'read', apiKey: 'read', scoped: true },
  'certificates/get-favicon': { access: 'member', kind: 'read' },
  'certificates/get-history-entry': { access: 'member', kind: 'read', apiKey: 'read', scoped: true },
  'certificates/get-import': { access: 'member', kind: 'read', apiKey: 'read', scoped: true },
  'certificates/get-widgets': { access: 'member', kind: 'read', apiKey: 'read', scoped: true },
  'certificates/list-certificate-history': { access: 'member', kind: 'read', apiKey: 'read', scoped: true },
  'certificates/list-certificates': { access: 'member', kind: 'read', apiKey: 'read', scoped: true },
  'certificates/list-renewals': { access: 'member', kind: 'read', apiKey: 'read', scoped: true },
  'certificates/list-ssl-scores': { access: 'member', kind: 'read', apiKey: 'read', scoped: true },
  'certificates/maintain-checks': { access: 'system', kind: 'write' },
  'certificates/refresh-favicon': { access: 'system', kind: 'write' },
  'certificates/remove-certificate': { access: 'admin', kind: 'write', apiKey: 'delete', scoped: true },
  'certificates/remove-certificates': { access: 'admin', kind: 'write', apiKey: 'delete', scoped: true },
  'certificates/rotate-calendar-link': { access: 'admin', kind: 'write' },
  'certificates/run-checks': { access: 'system', kind: 'write' },
  'certificates/run-import': { access: 'system', kind: 'write' },
  'certificates/start-check-run': { access: 'admin', kind: 'write', apiKey: 'write', scoped: true },
  'certificates/start-import': { access: 'admin', kind: 'write', apiKey: 'write', plan: 'bulkImport', scoped: true },
  'certificates/update-certificate-tags': { access: 'admin', kind: 'write', apiKey: 'write', scoped: true },
  'certificates/upsert-certificate': { access: 'admin', kind: 'write', apiKey: 'write', scoped: true },
  'discovery/cancel-discovery': { access: 'admin', kind: 'write', apiKey: 'write' },
  'discovery/get-discovery': { access: 'member', kind: 'read', apiKey: 'read' },
  'discovery/list-discoveries': { access: 'member', kind: 'read', apiKey: 'read' },
  'discovery/maintain-discoveries': { access: 'system', kind: 'write' },
  'discovery/run-discovery': { access: 'system', kind: 'write' },
  'discovery/start-discovery': { access: 'admin', kind: 'write', apiKey: 'write' },
  'environments/add-environment': { access: 'admin', kind: 'write', apiKey: 'write', plan: 'environments' },
  'environments/list-environments': { access: 'member', kind: 'read', apiKey: 'read', scoped: true },
  'environments/remove-environment': { access: 'admin', kind: 'write', apiKey: 'delete' },
  'environments/update-environment': { access: 'admin', kind: 'write', apiKey: 'write', plan: 'environments' },
  'long-work/cancel-job': { access: 'admin', kind: 'write', apiKey: 'write', scoped: true },
  'long-work/get-job': { access: 'member', kind: 'read', apiKey: 'read', scoped: true },
  'long-work/list-jobs': { access: 'member', kind: 'read', apiKey: 'read', scoped: true },
  'notifications/acknowledge-alert': { access: 'admin', kind: 'write' },
  'notifications/acknowledge-by-link': { access: 'anyone', kind: 'write' },
  'notifications/add-maintenance-window': { access: 'admin', kind: 'write' },
  'notifications/add-webhook-endpoint': { access: 'admin', kind: 'write', plan: 'webhooks' },
  'notifications/count-ledger': { access: 'system', kind: 'read' },
  'notifications/deliver-slice': { access: 'system', kind: 'write' },
  'notifications/enqueue-alert-sweep': { access: 'system', kind: 'write' },
  'notifications/enqueue-due-deliveries': { access: 'system', kind: 'write' },
  'notifications/get-alert-by-link': { access: 'anyone', kind: 'read' },
  'notifications/get-alert-settings': { access: 'member', kind: 'read' },
  'notifications/get-certificate-alerts': { access: 'member', kind: 'read', apiKey: 'read', scoped: true },
  'notifications/get-delivery': { access: 'member', kind: 'read', apiKey: 'read', scoped: true },
  'notifications/get-notification-settings': { access: 'member', kind: 'read' },
  'notifications/list-channels': { access: 'member', kind: 'read', apiKey: 'read' },
  'notifications/list-day-rules': { access: 'member', kind: 'read' },
  'notifications/list-events': { access: 'member', kind: 'read', apiKey: 'read', plan: 'webhooks' },
  'notifications/list-maintenance-windows': { access: 'member', kind: 'read' },
  'notifications/list-notification-log': { access: 'member', kind: 'read', apiKey: 'read', scoped: true },
  'notifications/list-webhook-deliveries': { access: 'member', kind: 'read' },
  'notifications/list-webhook-endpoints': { access: 'member', kind: 'read' },
  'notifications/maintain-alerts': { access: 'system', kind: 'write' },
  'notifications/preview-template': { access: 'member', kind: 'read' },
  'notifications/redeliver-event': { access: 'admin', kind: 'write', plan: 'webhooks' },
  'notifications/redeliver-failed-events': { access: 'admin', kind: 'write', plan: 'webhooks' },
  'notifications/remove-day-rule': { access: 'admin', kind: 'write' },
  'notifications/remove-maintenance-window': { access: 'admin', kind: 'write' },
  'notifications/remove-webhook-endpoint': { access: 'admin', kind: 'write' },
  'notifications/resend-delivery': { access: 'admin', kind: 'write' },
  'notifications/review-alerts': { access: 'system', kind: 'write' },
  'notifications/rotate-endpoint-secret': { access: 'admin', kind: 'write' },
  'notifications/rotate-signing-secret': { access: 'admin', kind: 'write' },
  'notifications/save-alert-settings': { access: 'admin', kind: 'write' },
  'notifications/save-channel': { access: 'admin', kind: 'write' },
  'notifications/save-day-rule': { access: 'admin', kind: 'write' },
  'notifications/save-notification-settings': { access: 'admin', kind: 'write', plan: 'smartNotifications' },
  'notifications/send-channel-notice': { access: 'system', kind: 'write' },
  'notifications/send-operator-alert': { access: 'system', kind: 'write' },
  'notifications/snooze-certificate': { access: 'admin', kind: 'write' },
  'notifications/sweep-alerts': { access: 'system', kind: 'write' },
  'notifications/test-all-channels': { access: 'admin', kind: 'write' },
  'notifications/test-channel': { access: 'admin', kind: 'write' },
  'notifications/test-status-page': { access: 'admin', kind: 'read', plan: 'smartNotifications' },
  'notifications/test-webhook-endpoint': { access: 'admin', kind: 'write', plan: 'webhooks' },
  'notifications/unsnooze-certificate': { access: 'admin', kind: 'write' },
  'notifications/update-webhook-endpoint': { access: 'admin', kind: 'write' },
  'settings/add-api-key': { access: 'admin', kind: 'write', via: 'session', plan: 'apiKeys' },
  'settings/add-token': { access: 'member', kind: 'write', via: 'session' },
  'settings/cancel-email-change': { access: 'member', kind: 'write', via: 'session' },
  'settings/confirm-email-change': { access: 'anyone', kind: 'write' },
  'settings/get-email-change': { access: 'anyone', kind: 'read' },
  'settings/get-profile': { access: 'member', kind: 'read' },
  'settings/leave-organization': { access: 'member', kind: 'write', via: 'session' },
  'settings/list-api-keys': { access: 'member', kind: 'read', plan: 'apiKeys' },
  'settings/list-tokens': { access: 'member', kind: 'read' },
  'settings/record-refused-address': { access: 'system', kind: 'write' },
  'settings/revoke-api-key': { access: 'admin', kind: 'write', via: 'session' },
  'settings/revoke-token': { access: 'member', kind: 'write', via: 'session' },
  'settings/rotate-api-key': { access: 'admin', kind: 'write', via: 'session', plan: 'apiKeys' },
  'settings/send-email-change-mail': { access: 'system', kind: 'write' },
  'settings/step-down': { access: 'admin', kind: 'write', via: 'session' },
  'settings/update-organization': { access: 'admin', kind: 'write' },
  'settings/update-profile': { access: 'member', kind: 'write' },
  'team/accept-invitation': { access: 'anyone', kind: 'write' },
  'team/change-role': { access: 'admin', kind: 'write', plan: 'team' },
  'team/invite-user': { access: 'admin', kind: 'write', plan: 'team' },
  'team/list-invitations': { access: 'member', kind: 'read' },
  'team/list-users': { access: 'member', kind: 'read' },
  'team/remove-user': { access: 'admin', kind: 'write' },
  'team/resend-invitation': { access: 'admin', kind: 'write', plan: 'team' },
  'team/revoke-invitation': { access: 'admin', kind: 'write' },
  'team/send-invitation-mail': { access: 'system', kind: 'write' },
} as const satisfies Record<string, Permission>;

export type UseCaseName = keyof typeof permissions;
export type Role = 'admin' | 'viewer';

/** Whether a signed-in person of this role may call the use case. */
export const roleMay = (role: Role, useCase: UseCaseName): boolean => {
  const access: Access = permissions[useCase].access;
  switch (access) {
    case 'anyone':
    case 'member':
      return true;
    case 'admin':
      return role === 'admin';
    case 'system':
      return false;
  }
};

type Asker =
  | { readonly via: 'session' | 'token'; readonly role: Role }
  | { readonly via: 'api-key'; readonly permissions: ApiKeyPermissions; readonly scope: CertificateScope | null };

export type Refusal = 'forbidden' | 'session_required' | 'api_key_scope' | 'api_key_scoped';

/** Why this actor may not call the use case; null where it may. */
export const refusalOf = (actor: Asker, useCase: UseCaseName): Refusal | null => {
  const permission: Permission = permissions[useCase];
  if (actor.via === 'api-key') {
    if (permission.apiKey === undefined || !actor.permissions[permission.apiKey]) return 'api_key_scope';
    return actor.scope !== null && permission.scoped !== true ? 'api_key_scoped' : null;
  }
  if (!roleMay(actor.role, useCase)) return 'forbidden';
  return permission.via === 'session' && actor.via !== 'session' ? 'session_required' : null;
};

/** The code that refuses the use case on a plan with these entitlements; null if the plan includes it. */
export const planRefusalOf = (entitlements: Entitlements, useCase: UseCaseName): ErrorCode | null => {
  const { plan }: Permission = permissions[useCase];
  if (plan === undefined) return null;
  const gate = planGates[plan];
  return gate.includedIn(entitlements) ? null : gate.code;
};
