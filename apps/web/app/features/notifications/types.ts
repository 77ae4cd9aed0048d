import type { AppRouter } from '@notafter/trpc';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';

type Outputs = inferRouterOutputs<AppRouter>['notifications'];
type Inputs = inferRouterInputs<AppRouter>['notifications'];

export type ChannelList = Outputs['listChannels'];
export type Channel = ChannelList['channels'][number];
export type AlertLog = Outputs['log'];
export type LogEntry = AlertLog['entries'][number];
export type DeliveryStory = Outputs['delivery'];
export type AlertDays = Outputs['alertSettings'];
export type DayRule = Outputs['dayRules']['rules'][number];
export type SmartSettings = Outputs['settings']['settings'];
export type SmartSettingsInput = Inputs['saveSettings'];
export type MaintenanceWindow = Outputs['windows']['windows'][number];
export type LinkedAlert = Outputs['alertByLink'];
export type CertificateAlerts = Outputs['certificateAlerts'];
