import type { ServeOperation } from '../../rest-environment.ts';
import { serveAcknowledge } from './acknowledge.ts';
import { serveAlertLinks } from './alert-links.ts';
import { serveGetAlertSettings } from './alert-settings.ts';
import { serveCertificateAlerts } from './certificate-alerts.ts';
import { serveDayRules } from './day-rules.ts';
import { serveDeliveries } from './deliveries.ts';
import { serveListChannels } from './list-channels.ts';
import { serveListEvents } from './list-events.ts';
import { serveNotificationLog } from './log.ts';
import { serveMaintenanceWindows } from './maintenance-windows.ts';
import { servePreviewTemplate } from './preview-template.ts';
import { serveRotateSigningSecret } from './rotate-signing-secret.ts';
import { serveSaveAlertSettings } from './save-alert-settings.ts';
import { serveSaveChannel } from './save-channel.ts';
import { serveSaveSettings } from './save-settings.ts';
import { serveGetSettings } from './settings.ts';
import { serveTestAll } from './test-all.ts';
import { serveTestChannel } from './test-channel.ts';
import { serveTestStatusPage } from './test-status-page.ts';
import { serveWebhookEndpoints } from './webhook-endpoints.ts';

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
  serveListEvents,
  serveWebhookEndpoints,
];
