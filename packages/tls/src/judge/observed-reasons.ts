import { type VerdictReason, verdictReasons } from '@notafter/domain';
import type { ChainVerdict } from './verify-chain.ts';

/**
 * The verdict's reasons for an observation that is kept and looked at later. Dates are then judged anew, and only the
 * leaf's: an issuer out of date is also told by what it means, that no usable path leads to a trusted root.
 */
export const observedReasons = ({ reasons, findings, path, root }: ChainVerdict): readonly VerdictReason[] => {
  const lasting = findings.flatMap(({ reason, depth }): VerdictReason[] => {
    if (depth === 0 || (reason !== 'expired' && reason !== 'not_yet_valid')) return [];
    return [root !== null && depth === path.length - 1 ? 'untrusted_root' : 'incomplete_chain'];
  });
  if (lasting.length === 0) return reasons;
  const all = new Set([...reasons, ...lasting]);
  return verdictReasons.filter((reason) => all.has(reason));
};
