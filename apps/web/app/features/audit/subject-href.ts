import type { AuditEntry } from './types.ts';

/** Screens that list what a use case made or changed; what was removed leads nowhere. */
const screens: Readonly<Record<string, string>> = {
  'environments/add-environment': '/users',
  'environments/update-environment': '/users',
  'notifications/add-maintenance-window': '/notifications?tab=smart',
  'notifications/save-channel': '/notifications?tab=channels',
  'notifications/save-day-rule': '/notifications?tab=channels',
  'notifications/test-channel': '/notifications?tab=channels',
  'settings/add-api-key': '/settings?tab=2',
  'team/change-role': '/users',
  'team/invite-user': '/users',
  'team/resend-invitation': '/users',
};

/** Where the object of a row is found; null for what has no screen, or is gone. */
export function subjectHref({
  action,
  certificateId,
  subjectId,
}: Pick<AuditEntry, 'action' | 'certificateId' | 'subjectId'>): string | null {
  if (certificateId !== null) return `/certificates/${certificateId}`;
  if (action === 'discovery/start-discovery' && subjectId !== null) return `/discovery?run=${subjectId}`;
  return screens[action] ?? null;
}
