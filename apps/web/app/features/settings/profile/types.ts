import type { AppRouter } from '@notafter/trpc';
import type { inferRouterOutputs } from '@trpc/server';

type Outputs = inferRouterOutputs<AppRouter>;

export type Profile = Outputs['profile']['get'];
export type PendingEmail = NonNullable<Profile['pendingEmail']>;
export type EmailChange = Outputs['profile']['emailChangeByLink'];
export type SessionList = Outputs['accounts']['listSessions'];
export type SessionEntry = SessionList['sessions'][number];
