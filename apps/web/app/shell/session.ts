import type { AppRouter } from '@notafter/trpc';
import type { inferRouterOutputs } from '@trpc/server';

/** Who is signed in, in which organisation, on which plan. */
export type SessionView = inferRouterOutputs<AppRouter>['accounts']['session'];
