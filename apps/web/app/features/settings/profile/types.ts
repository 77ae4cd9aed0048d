import type { Outputs } from '../../../api/trpc.ts';

export type Profile = Outputs['profile']['get'];
export type PendingEmail = NonNullable<Profile['pendingEmail']>;
export type EmailChange = Outputs['profile']['emailChangeByLink'];
export type SessionEntry = Outputs['accounts']['listSessions']['sessions'][number];
