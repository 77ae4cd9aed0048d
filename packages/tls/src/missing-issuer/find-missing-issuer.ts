import type { CertificateFacts, MissingIssuer } from '@notafter/domain';
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
  /** For all that has to be fetched. */
  readonly waitMs: number;
  readonly issuers: IssuerFetcher;
}

/** Intermediates that are missing one above the other. */
const MAX_STEPS = 3;

/** The issuer's name as the certificate below it writes it. */
const issuerNameOf = (certificate: Certificate): string => {
  const { issuerCommonName, issuerOrganization, issuer } = factsOf(certificate);
  return issuerCommonName ?? issuerOrganization ?? issuer;
};

const isIssuer = (issuer: Certificate, child: Certificate): boolean => issuer.subjectKey === child.issuerKey && child.isSignedBy(issuer);

/**
 * What a server left out of its chain: named by the certificate that stands alone, fetched from where that one says
 * (caIssuers), and followed up to a root, only to explain. The verdict is about what was sent, and stays. Null where the
 * chain does not end that way.
 */
export const createMissingIssuerFinder = (judge: ChainJudge) => {
  const judged = (chain: SentChain, { host, now }: MissingIssuerQuestion) => judge.verifyChain({ chain, host, now });

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
