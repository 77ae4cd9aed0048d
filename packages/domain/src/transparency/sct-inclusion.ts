import type { SignedHead } from './transparency-log.ts';

/**
 * Whether the entry that a signed certificate timestamp promises is in its log.
 *
 * - `included`: proven up to a signed head.
 * - `pending`: not yet, and the maximum merge delay is not over.
 * - `missing`: the log's head is signed after the maximum merge delay and does not contain the entry: the log broke its promise.
 * - `wrongly_signed`: the log did not sign the timestamp, so it promised nothing.
 * - `unknown`: could not be asked, or not from these certificates. Can be retried.
 */
export type SctInclusion =
  | { readonly kind: 'included'; readonly index: number }
  | { readonly kind: 'pending'; readonly until: Date }
  | { readonly kind: 'missing'; readonly reason: string; readonly head: SignedHead }
  | { readonly kind: 'wrongly_signed' | 'unknown'; readonly reason: string };
