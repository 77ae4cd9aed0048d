import type { Inputs, Outputs } from '../../api/trpc.ts';

type Notifications = Outputs['notifications'];

export type ChannelList = Notifications['channels'];
export type Channel = ChannelList['channels'][number];
export type AlertRoute = Notifications['routes']['routes'][number];
export type RouteInput = Inputs['notifications']['saveRoute'];
export type ChannelInput = Inputs['notifications']['addChannel'];
export type AlertLog = Notifications['log'];
export type LogEntry = AlertLog['entries'][number];
export type DeliveryStory = Notifications['delivery'];
export type AlertDays = Notifications['alertSettings'];
export type SmartSettings = Notifications['settings']['settings'];
export type LinkedAlert = Notifications['alertByLink'];
export type CertificateAlerts = Notifications['certificateAlerts'];
export type WebhookEndpoint = Notifications['endpoints']['endpoints'][number];
export type WebhookDelivery = Notifications['endpointDeliveries']['deliveries'][number];
export type EndpointInput = Inputs['notifications']['addEndpoint'];
