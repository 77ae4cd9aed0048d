import { type VerdictReason, verdictReasons } from '@notafter/domain';
import type { ChainVerdict } from './verify-chain.ts';

/**
 * Returns the reasons for a stored observation, with dates judged at `now` again, but only the leaf's: an expired issuer
 * already shows in its consequence, that no usable path leads to a trusted root.
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
