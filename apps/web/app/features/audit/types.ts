import type { AppRouter } from '@notafter/trpc';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';

export type AuditLog = inferRouterOutputs<AppRouter>['audit']['list'];
export type AuditEntry = AuditLog['entries'][number];
export type AuditInput = inferRouterInputs<AppRouter>['audit']['list'];
