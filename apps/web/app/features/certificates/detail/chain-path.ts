import type { CertificateFacts } from '@notafter/domain';
import type { CertificateDetail } from '../types.ts';

export type ChainRole = 'Root CA' | 'Intermediate' | 'Leaf';

/** One place of the path; `facts` is null for an issuer that neither the server sent nor the trust store holds. */
export interface ChainLink {
  readonly role: ChainRole;
  readonly name: string;
  readonly facts: CertificateFacts | null;
  /** The trust store's own copy, or the server's. */
  readonly source: 'trust store' | 'server' | 'missing';
}

type Chained = Pick<CertificateDetail, 'chain' | 'root'>;

/** What a certificate is called: its common name, else its first name, else the whole subject. */
export const subjectName = ({ subjectCommonName, san, subject }: CertificateFacts): string => subjectCommonName ?? san[0] ?? subject;

export const isSelfIssued = ({ subject, issuer }: CertificateFacts): boolean => subject === issuer;

/** The path from the root down to the leaf, as far as it is known. */
export function chainPath({ chain, root }: Chained): ChainLink[] {
  const [leaf, ...above] = chain;
  if (leaf === undefined) return [];
  const links: ChainLink[] = [{ role: 'Leaf', name: subjectName(leaf), facts: leaf, source: 'server' }];
  for (const facts of above) {
    const role = isSelfIssued(facts) ? 'Root CA' : 'Intermediate';
    links.push({ role, name: subjectName(facts), facts, source: 'server' });
  }
  const top = above.at(-1) ?? leaf;
  if (root !== null && root.fingerprint256 !== top.fingerprint256) {
    links.push({ role: 'Root CA', name: subjectName(root), facts: root, source: 'trust store' });
  } else if (root === null && !isSelfIssued(top)) {
    links.push({ role: 'Root CA', name: top.issuerCommonName ?? top.issuerOrganization ?? top.issuer, facts: null, source: 'missing' });
  }
  return links.reverse();
}
