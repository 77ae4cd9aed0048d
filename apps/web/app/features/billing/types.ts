import type { Outputs } from '../../api/trpc.ts';

export type PlanView = Outputs['billing']['plan'];
export type BillingDetails = NonNullable<PlanView['billing']>;
export type Downgrade = NonNullable<PlanView['downgrade']>;
