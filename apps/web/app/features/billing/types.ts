import type { AppRouter } from '@notafter/trpc';
import type { inferRouterOutputs } from '@trpc/server';

export type PlanView = inferRouterOutputs<AppRouter>['billing']['plan'];
export type BillingDetails = NonNullable<PlanView['billing']>;
export type Downgrade = NonNullable<PlanView['downgrade']>;
