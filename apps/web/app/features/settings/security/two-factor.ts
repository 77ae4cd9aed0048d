import type { QueryFilters } from '@tanstack/react-query';
import { type Inputs, type Outputs, useTRPC } from '../../../api/trpc.ts';

export type TwoFactor = Outputs['signIn']['twoFactor'];
export type Passkey = TwoFactor['passkeys'][number];
/** Proves once more who the person is. */
export type Proof = Inputs['signIn']['beginPasskey'];
export type TotpSetUp = Outputs['signIn']['beginTotp'];

/** Queries that change with the sign-in methods: whether a linked account can be removed depends on the others. */
export function useSignInFilters(): readonly QueryFilters[] {
  const { signIn, identities } = useTRPC();
  return [signIn.twoFactor.queryFilter(), identities.list.queryFilter()];
}
