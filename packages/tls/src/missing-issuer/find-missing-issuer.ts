import type { CertificateFacts, MissingIssuer } from '@notafter/domain';
import type { TrustStore } from '../judge/trust-store.ts';
import type { ChainJudge, SentChain } from '../judge/verify-chain.ts';
import { safeText } from '../safe-text.ts';
import type { Certificate } from '../x509/certificate.ts';
import { factsOf } from '../x509/certificate-facts.ts';
import { pemBlocks } from '../x509/pem.ts';
import type { IssuerFetcher } from './issuer-fetcher.ts';

export interface MissingIssuerQuestion {
  /** As observed, leaf first. */
  readonly chain: readonly CertificateFacts[];
  readonly host: string;
  readonly now: Date;
  readonly anchors?: TrustStore | undefined;
  /** Time limit for all fetches. */
  readonly waitMs: number;
  readonly issuers: IssuerFetcher;
}

/** Maximum number of consecutive missing intermediates. */
const MAX_STEPS = 3;

/** The issuer's name as written in the certificate below it. */
const issuerNameOf = (certificate: Certificate): string => {
  const { issuerCommonName, issuerOrganization, issuer } = factsOf(certificate);
  return issuerCommonName ?? issuerOrganization ?? issuer;
};

const isIssuer = (issuer: Certificate, child: Certificate): boolean => issuer.subjectKey === child.issuerKey && child.isSignedBy(issuer);

/**
 * Finds the intermediate that a server left out: named by the last certificate, fetched from its caIssuers URL, and followed
 * up to a root. Only explains; the verdict is about the chain as sent. Null if the chain does not end this way.
 */
export const createMissingIssuerFinder = (judge: ChainJudge) => {
  const judged = (chain: SentChain, { host, now, anchors }: MissingIssuerQuestion) => judge.verifyChain({ chain, host, now, anchors });

  return async (question: MissingIssuerQuestion): Promise<MissingIssuer | null> => {
    const deadline = performance.now() + question.waitMs;
    const sent = judge.readChain(question.chain.flatMap(({ pem }) => pemBlocks(pem)));
    if (sent === undefined) return null;
    const { path, root, reasons } = judged(sent, question);
    const alone = path.at(-1);
    const [url] = alone?.extensions.caIssuerUrls ?? [];
    if (alone === undefined || url === undefined || root !== null || !reasons.includes('incomplete_chain')) return null;
    const missing = { name: issuerNameOf(alone), url: safeText(url) };

    let chain = sent;
    let top = alone;
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const [next] = top.extensions.caIssuerUrls;
      const issuer = next === undefined ? null : await question.issuers.obtain(next, question.now, deadline - performance.now());
      if (issuer === null || !isIssuer(issuer, top)) return { ...missing, leadsToRoot: null };
      chain = [chain[0], ...chain.slice(1), issuer];
      if (judged(chain, question).root !== null) return { ...missing, leadsToRoot: true };
      if (issuer.isSelfIssued) return { ...missing, leadsToRoot: false };
      top = issuer;
    }
    return { ...missing, leadsToRoot: null };
  };
};
