import type { SignedHead } from '@notafter/domain';

/** The result of reading a log's answer as its head. */
export type ReadHead =
  | { readonly kind: 'signed'; readonly head: SignedHead }
  /** `invalid`: not a head of this kind. `bad_signature`: one that this log did not sign. */
  | { readonly kind: 'invalid' | 'bad_signature'; readonly reason: string };

export const notAHead = (reason: string): ReadHead => ({ kind: 'invalid', reason });
export const notSigned = (reason: string): ReadHead => ({ kind: 'bad_signature', reason });
