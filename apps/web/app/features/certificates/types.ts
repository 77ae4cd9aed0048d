import type { Inputs as AllInputs, Outputs as AllOutputs } from '../../api/trpc.ts';

type Outputs = AllOutputs['certificates'];
type Inputs = AllInputs['certificates'];

export type CertificateList = Outputs['list'];
export type CertificateView = CertificateList['certificates'][number];
export type CertificateDetail = Outputs['get']['certificate'];
export type HistoryList = Outputs['history'];
export type HistoryEntry = HistoryList['history'][number];
export type HistoryComparison = Outputs['compareHistory'];
export type Renewal = Outputs['renewals']['renewals'][number];
export type RenewalCheck = Outputs['renewalCheck'];
export type Deployment = NonNullable<Outputs['deployment']['deployment']>;
export type DashboardStats = Outputs['stats'];
export type Widgets = Outputs['widgets'];
export type CheckRun = Outputs['checkRun'];
export type ImportRun = Outputs['importRun'];
export type CalendarLink = Outputs['calendarLink'];
export type ListInput = Inputs['list'];
export type SelectionInput = Inputs['removeMany'];
