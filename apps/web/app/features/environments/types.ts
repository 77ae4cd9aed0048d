import type { AppRouter } from '@notafter/trpc';
import type { inferRouterOutputs } from '@trpc/server';

export type EnvironmentList = inferRouterOutputs<AppRouter>['environments']['list'];
export type Environment = EnvironmentList['environments'][number];
