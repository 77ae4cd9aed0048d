import type { AppRouter } from '@notafter/trpc';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';

type Outputs = inferRouterOutputs<AppRouter>['notifications'];

export type ChannelList = Outputs['listChannels'];
export type Channel = ChannelList['channels'][number];
export type AlertLog = Outputs['log'];
export type LogEntry = AlertLog['entries'][number];
export type DeliveryStory = Outputs['delivery'];
export type AlertDays = Outputs['alertSettings'];
export type SmartSettings = Outputs['settings']['settings'];
export type LinkedAlert = Outputs['alertByLink'];
export type CertificateAlerts = Outputs['certificateAlerts'];
export type WebhookEndpoint = Outputs['endpoints']['endpoints'][number];
export type WebhookDelivery = Outputs['endpointDeliveries']['deliveries'][number];
export type EndpointInput = inferRouterInputs<AppRouter>['notifications']['addEndpoint'];
