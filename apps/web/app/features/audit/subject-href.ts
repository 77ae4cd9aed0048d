import type { AuditEntry } from './types.ts';

/** The screen that lists what a use case created or changed. Removed objects have none. */
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

/** Returns the address of an entry's object; null if it has no screen or was removed. */
export function subjectHref({
  action,
  certificateId,
  subjectId,
}: Pick<AuditEntry, 'action' | 'certificateId' | 'subjectId'>): string | null {
  if (certificateId !== null) return `/certificates/${certificateId}`;
  if (action === 'discovery/start-discovery' && subjectId !== null) return `/discovery?run=${subjectId}`;
  return screens[action] ?? null;
}
