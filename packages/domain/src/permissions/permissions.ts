/**
 * Who may call a use case. `anyone`: no sign-in needed. `member`: admins and viewers. `admin`: admins of the
 * organisation. `system`: jobs and schedules only, reachable from no transport.
 */
export type Access = 'anyone' | 'member' | 'admin' | 'system';

export interface Permission {
  readonly access: Access;
  /** A write leaves one audit row where a person or an organisation is behind it. */
  readonly kind: 'read' | 'write';
}

/** One entry per use case, keyed by its file below packages/features/src. A use case without an entry fails CI. */
export const permissions = {
  'accounts/activate-account': { access: 'anyone', kind: 'write' },
  'accounts/get-avatar': { access: 'member', kind: 'read' },
  'accounts/get-session': { access: 'member', kind: 'read' },
  'accounts/login': { access: 'anyone', kind: 'write' },
  'accounts/logout': { access: 'member', kind: 'write' },
  'accounts/purge-expired': { access: 'system', kind: 'write' },
  'accounts/register': { access: 'anyone', kind: 'write' },
  'accounts/request-password-reset': { access: 'anyone', kind: 'write' },
  'accounts/reset-password': { access: 'anyone', kind: 'write' },
  'accounts/send-account-mail': { access: 'system', kind: 'write' },
  'certificates/add-certificate': { access: 'admin', kind: 'write' },
  'certificates/check-certificate': { access: 'admin', kind: 'write' },
  'certificates/check-due-slice': { access: 'system', kind: 'write' },
  'certificates/compare-history': { access: 'member', kind: 'read' },
  'certificates/count-backlog': { access: 'system', kind: 'read' },
  'certificates/enqueue-due-slices': { access: 'system', kind: 'write' },
  'certificates/export-certificates': { access: 'member', kind: 'read' },
  'certificates/get-calendar-feed': { access: 'anyone', kind: 'read' },
  'certificates/get-calendar-link': { access: 'admin', kind: 'read' },
  'certificates/get-certificate': { access: 'member', kind: 'read' },
  'certificates/get-check-run': { access: 'member', kind: 'read' },
  'certificates/get-dashboard-stats': { access: 'member', kind: 'read' },
  'certificates/get-facets': { access: 'member', kind: 'read' },
  'certificates/get-favicon': { access: 'member', kind: 'read' },
  'certificates/get-history-entry': { access: 'member', kind: 'read' },
  'certificates/get-import': { access: 'member', kind: 'read' },
  'certificates/get-widgets': { access: 'member', kind: 'read' },
  'certificates/list-certificate-history': { access: 'member', kind: 'read' },
  'certificates/list-certificates': { access: 'member', kind: 'read' },
  'certificates/list-renewals': { access: 'member', kind: 'read' },
  'certificates/list-ssl-scores': { access: 'member', kind: 'read' },
  'certificates/maintain-checks': { access: 'system', kind: 'write' },
  'certificates/refresh-favicon': { access: 'system', kind: 'write' },
  'certificates/remove-certificate': { access: 'admin', kind: 'write' },
  'certificates/remove-certificates': { access: 'admin', kind: 'write' },
  'certificates/rotate-calendar-link': { access: 'admin', kind: 'write' },
  'certificates/run-checks': { access: 'system', kind: 'write' },
  'certificates/run-import': { access: 'system', kind: 'write' },
  'certificates/start-check-run': { access: 'admin', kind: 'write' },
  'certificates/start-import': { access: 'admin', kind: 'write' },
  'certificates/update-certificate-tags': { access: 'admin', kind: 'write' },
  'environments/add-environment': { access: 'admin', kind: 'write' },
  'environments/list-environments': { access: 'member', kind: 'read' },
  'environments/remove-environment': { access: 'admin', kind: 'write' },
  'environments/update-environment': { access: 'admin', kind: 'write' },
  'notifications/acknowledge-alert': { access: 'admin', kind: 'write' },
  'notifications/acknowledge-by-link': { access: 'anyone', kind: 'write' },
  'notifications/add-maintenance-window': { access: 'admin', kind: 'write' },
  'notifications/count-ledger': { access: 'system', kind: 'read' },
  'notifications/deliver-slice': { access: 'system', kind: 'write' },
  'notifications/enqueue-alert-sweep': { access: 'system', kind: 'write' },
  'notifications/enqueue-due-deliveries': { access: 'system', kind: 'write' },
  'notifications/maintain-alerts': { access: 'system', kind: 'write' },
  'notifications/review-alerts': { access: 'system', kind: 'write' },
  'notifications/get-alert-by-link': { access: 'anyone', kind: 'read' },
  'notifications/get-alert-settings': { access: 'member', kind: 'read' },
  'notifications/get-certificate-alerts': { access: 'member', kind: 'read' },
  'notifications/get-delivery': { access: 'member', kind: 'read' },
  'notifications/get-notification-settings': { access: 'member', kind: 'read' },
  'notifications/list-channels': { access: 'member', kind: 'read' },
  'notifications/list-day-rules': { access: 'member', kind: 'read' },
  'notifications/list-maintenance-windows': { access: 'member', kind: 'read' },
  'notifications/list-notification-log': { access: 'member', kind: 'read' },
  'notifications/preview-template': { access: 'member', kind: 'read' },
  'notifications/remove-day-rule': { access: 'admin', kind: 'write' },
  'notifications/remove-maintenance-window': { access: 'admin', kind: 'write' },
  'notifications/resend-delivery': { access: 'admin', kind: 'write' },
  'notifications/rotate-signing-secret': { access: 'admin', kind: 'write' },
  'notifications/save-alert-settings': { access: 'admin', kind: 'write' },
  'notifications/save-channel': { access: 'admin', kind: 'write' },
  'notifications/save-day-rule': { access: 'admin', kind: 'write' },
  'notifications/save-notification-settings': { access: 'admin', kind: 'write' },
  'notifications/send-channel-notice': { access: 'system', kind: 'write' },
  'notifications/send-operator-alert': { access: 'system', kind: 'write' },
  'notifications/sweep-alerts': { access: 'system', kind: 'write' },
  'notifications/snooze-certificate': { access: 'admin', kind: 'write' },
  'notifications/test-all-channels': { access: 'admin', kind: 'write' },
  'notifications/test-channel': { access: 'admin', kind: 'write' },
  'notifications/test-status-page': { access: 'admin', kind: 'read' },
  'notifications/unsnooze-certificate': { access: 'admin', kind: 'write' },
  'team/list-users': { access: 'member', kind: 'read' },
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
