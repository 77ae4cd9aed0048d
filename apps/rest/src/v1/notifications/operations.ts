import type { ServeOperation } from '../../rest-environment.ts';
import { serveAcknowledge } from './acknowledge.ts';
import { serveGetAlertSettings } from './alert-settings.ts';
import { serveListChannels } from './list-channels.ts';
import { serveNotificationLog } from './log.ts';
import { serveSaveAlertSettings } from './save-alert-settings.ts';
import { serveSaveChannel } from './save-channel.ts';
import { serveSaveSettings } from './save-settings.ts';
import { serveGetSettings } from './settings.ts';
import { serveTestAll } from './test-all.ts';
import { serveTestChannel } from './test-channel.ts';
import { serveTestStatusPage } from './test-status-page.ts';

export const notificationsOperations: readonly ServeOperation[] = [
  serveListChannels,
  serveSaveChannel,
  serveTestChannel,
  serveTestAll,
  serveNotificationLog,
  serveAcknowledge,
  serveGetSettings,
  serveSaveSettings,
  serveGetAlertSettings,
  serveSaveAlertSettings,
  serveTestStatusPage,
];
