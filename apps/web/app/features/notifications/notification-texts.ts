import { type AlertRule, type AlertSeverity, type ChannelType, collectorRules, plural } from '@notafter/domain';
import type { IconName } from '../../ui/icons.tsx';
import type { MenuEntry } from '../../ui/menu/menu-entry.ts';
import type { MarkTone } from '../../ui/status/status-mark.tsx';

/** Spec 1 section 7, to the letter. */
export const texts = {
  noneSent: 'No notifications sent yet',
  noChannels: 'No notification channels configured. Until one is, no one is alerted before a certificate expires.',
  noneWorks:
    'No enabled channel can deliver: each is incomplete, broken or not in your plan. Until one works, no one is alerted before a certificate expires.',
  updateFailed: 'Failed to update channel',
  saveFailed: 'Failed to save settings',
  testSent: 'Test notification sent!',
  testFailed: 'Test failed',
  allSent: 'Test notifications sent!',
  allFailed: 'Failed to send test notifications',
  acknowledged: 'Notification acknowledged',
  acknowledgeFailed: 'Failed to acknowledge notification',
  daysSaved: 'Alert settings saved!',
  daysFailed: 'Failed to save alert settings',
  smartSaved: 'Notification settings saved!',
  pageFailed: 'Failed to test StatusPage.io connection',
  moreTiming: 'Upgrade to Starter plan or higher to get more alert timing options',
} as const;

/** The receiver of a message: a channel, or the public status page. */
type LoggedChannel = ChannelType | 'status_page';

export const channelIcons = {
  email: 'mail',
  slack: 'hash',
  telegram: 'send',
  google_chat: 'chat',
  teams: 'team',
  pagerduty: 'activity',
  splunk: 'bell',
  zapier: 'bolt',
  webhook: 'nodes',
  alertmanager: 'horn',
  status_page: 'layers',
} as const satisfies Record<LoggedChannel, IconName>;

/** Menu entries that snooze a certificate for some days. */
export const snoozeEntries = (snooze: (days: number) => void): readonly MenuEntry[] =>
  [1, 3, 7].map((days) => ({ label: `Snooze ${plural(days, 'day')}`, icon: 'moon', onSelect: () => snooze(days) }));

const severityTones = { critical: 'expired', warning: 'warning', info: 'info' } as const satisfies Record<AlertSeverity, MarkTone>;

const subjectScreens = new Map<AlertRule | null, string>([
  ...collectorRules.map((rule) => [rule, '/collectors'] as const),
  ['unknown_issuance', '/transparency'],
  ['issuance_not_served', '/transparency'],
]);

/** The screen of what an alert is about. Alerts about something else than a certificate name it in the place of one. */
export const subjectPath = (rule: AlertRule | null, id: string): string => `${subjectScreens.get(rule) ?? '/certificates'}/${id}`;

export const isAboutCollector = (rule: AlertRule | null): boolean => subjectScreens.get(rule) === '/collectors';

/** Whether an alert is about a monitored certificate, which can be snoozed. */
export const isAboutCertificate = (rule: AlertRule | null): boolean => !subjectScreens.has(rule);

/** Returns the mark of an alert. The last days before expiry have the mark of a critical certificate; the red square is for failures. */
export const alertTone = ({ severity, rule }: { readonly severity: AlertSeverity; readonly rule: AlertRule | null }): MarkTone =>
  severity === 'critical' && rule === 'expiry' ? 'critical' : severityTones[severity];
