import type { Outputs } from '../../api/trpc.ts';

export type ReportSettings = Outputs['reports']['settings'];
export type ReportRecipient = ReportSettings['recipientStates'][number];
export type LinkedReport = Outputs['reports']['link'];
