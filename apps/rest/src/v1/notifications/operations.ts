import type { ServeOperation } from '../../rest-environment.ts';
import { serveListChannels } from './channels/list-channels.ts';
import { serveRotateSigningSecret } from './channels/rotate-signing-secret.ts';
import { serveSaveChannel } from './channels/save-channel.ts';
import { serveTestAll } from './channels/test-all.ts';
import { serveTestChannel } from './channels/test-channel.ts';
import { serveTestStatusPage } from './channels/test-status-page.ts';
import { serveDeliveries } from './delivery/deliveries.ts';
import { serveNotificationLog } from './delivery/log.ts';
import { serveEvents } from './events/events.ts';
import { serveWebhookEndpoints } from './events/webhook-endpoints.ts';
import { serveAcknowledge } from './ledger/acknowledge.ts';
import { serveAlertLinks } from './ledger/alert-links.ts';
import { serveCertificateAlerts } from './ledger/certificate-alerts.ts';
import { serveDayRules } from './routing/day-rules.ts';
import { serveMaintenanceWindows } from './routing/maintenance-windows.ts';
import { serveGetAlertSettings } from './settings/alert-settings.ts';
import { servePreviewTemplate } from './settings/preview-template.ts';
import { serveSaveAlertSettings } from './settings/save-alert-settings.ts';
import { serveSaveSettings } from './settings/save-settings.ts';
import { serveGetSettings } from './settings/settings.ts';

export const notificationsOperations: readonly ServeOperation[] = [
  serveListChannels,
  serveSaveChannel,
  serveRotateSigningSecret,
  serveTestChannel,
  serveTestAll,
  serveNotificationLog,
  serveDeliveries,
  serveAcknowledge,
  serveGetSettings,
  serveSaveSettings,
  servePreviewTemplate,
  serveCertificateAlerts,
  serveGetAlertSettings,
  serveSaveAlertSettings,
  serveDayRules,
  serveMaintenanceWindows,
  serveAlertLinks,
  serveTestStatusPage,
  serveEvents,
  serveWebhookEndpoints,
];
