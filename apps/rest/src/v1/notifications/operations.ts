import type { Operation } from '../../operation.ts';
import { channelOperations } from './channels/channels.ts';
import { channelByIdOperations } from './channels/channels-by-id.ts';
import { testAllOperation, testChannelOperation, testStatusPageOperation } from './channels/test-channels.ts';
import { deliveryOperations } from './delivery/deliveries.ts';
import { notificationLogOperation } from './delivery/log.ts';
import { eventOperations } from './events/events.ts';
import { webhookEndpointOperations } from './events/webhook-endpoints.ts';
import { acknowledgeOperation, alertLinkOperations } from './ledger/acknowledgements.ts';
import { certificateAlertOperations } from './ledger/certificate-alerts.ts';
import { alertRouteOperations } from './routing/alert-routes.ts';
import { dayRuleOperations } from './routing/day-rules.ts';
import { maintenanceWindowOperations } from './routing/maintenance-windows.ts';
import { alertSettingsOperations } from './settings/alert-settings.ts';
import { settingsOperations } from './settings/settings.ts';

export const notificationsOperations: readonly Operation[] = [
  ...channelOperations,
  testChannelOperation,
  testAllOperation,
  ...channelByIdOperations,
  notificationLogOperation,
  ...deliveryOperations,
  acknowledgeOperation,
  ...settingsOperations,
  ...certificateAlertOperations,
  ...alertSettingsOperations,
  ...dayRuleOperations,
  ...alertRouteOperations,
  ...maintenanceWindowOperations,
  ...alertLinkOperations,
  testStatusPageOperation,
  ...eventOperations,
  ...webhookEndpointOperations,
];
