import type { AppRouter } from '@notafter/trpc';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';

export type TwoFactor = inferRouterOutputs<AppRouter>['signIn']['twoFactor'];
export type Passkey = TwoFactor['passkeys'][number];
/** With what a person shows once more who they are. */
export type Proof = inferRouterInputs<AppRouter>['signIn']['beginPasskey'];
export type TotpSetUp = inferRouterOutputs<AppRouter>['signIn']['beginTotp'];
