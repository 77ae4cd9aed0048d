import type { ServedObservation, VerdictReason } from '@notafter/domain';
import { type ChainJudge, createChainJudge, createTrustStore, readPemCertificates } from '@notafter/tls';
import type { Found } from '../verdict/reason-statements.ts';

export interface Explanation {
  readonly reasons: readonly VerdictReason[];
  readonly findings: readonly Found[];
}

/** An observation also reports an expired issuer by these reasons, see observedReasons. */
const lasting: ReadonlySet<VerdictReason> = new Set(['incomplete_chain', 'untrusted_root']);

/** The same failing chain is rarely seen twice in a run. */
const MAX_KNOWN = 100;

/**
 * Verifies a failed chain again for the sentence behind each reason, which observations omit. The result holds for now:
 * an expired issuer is `expired` and nothing else.
 */
export const createExplainer = (anchorsPem: string | null) => {
  let judge: ChainJudge | undefined;
  return ({ reasons, chain: facts }: ServedObservation, host: string, now: Date): Explanation => {
    if (reasons.length === 0) return { reasons, findings: [] };
    judge ??= createChainJudge(createTrustStore({ anchorsPem: anchorsPem ?? undefined }), { maxKnownChains: MAX_KNOWN });
    const chain = judge.readChain(facts.flatMap(({ pem }) => readPemCertificates(pem)));
    if (chain === undefined) return { reasons, findings: [] };
    const verdict = judge.verifyChain({ chain, host, now });
    return { reasons: reasons.filter((reason) => !lasting.has(reason) || verdict.reasons.includes(reason)), findings: verdict.findings };
  };
};
