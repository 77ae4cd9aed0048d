import type { AppRouter } from '@notafter/trpc';
import type { inferRouterOutputs } from '@trpc/server';

type Outputs = inferRouterOutputs<AppRouter>['admin'];

export type AdminStats = Outputs['dashboard'];
export type AdminHealth = Outputs['health'];
export type AdminCharts = Outputs['charts'];
export type AdminOrganization = Outputs['organizations']['organizations'][number];
export type AdminActivity = Outputs['activity']['activities'][number];
