import type { CertificateFacts } from '@notafter/domain';
import type { CertificateDetail } from '../types.ts';

export type ChainRole = 'Root CA' | 'Intermediate' | 'Leaf' | 'Unrelated';

/** One place of the path; `facts` is null for an issuer that neither the server sent nor the trust store holds. */
export interface ChainLink {
  readonly role: ChainRole;
  readonly name: string;
  readonly facts: CertificateFacts | null;
  /** The trust store's own copy, or the server's. */
  readonly source: 'trust store' | 'server' | 'missing';
  /** Where one that is missing is to be had. */
  readonly url: string | null;
}

type Chained = Pick<CertificateDetail, 'chain' | 'root'> & Partial<Pick<CertificateDetail, 'missingIssuer'>>;

/** What a certificate is called: its common name, else its first name, else the whole subject. */
export const subjectName = ({ subjectCommonName, san, subject }: CertificateFacts): string => subjectCommonName ?? san[0] ?? subject;

export const isSelfIssued = ({ subject, issuer }: CertificateFacts): boolean => subject === issuer;

/** Certificates as sent, those that the names join to the leaf apart from those that lead nowhere. */
function joined([leaf, ...others]: readonly [CertificateFacts, ...CertificateFacts[]]) {
  const above: CertificateFacts[] = [];
  for (let top = leaf; !isSelfIssued(top); ) {
    const issuer = others.find((each) => each.subject === top.issuer && !above.includes(each));
    if (issuer === undefined) break;
    above.push(issuer);
    top = issuer;
  }
  return { above, unrelated: others.filter((each) => !above.includes(each)) };
}

/** The path from the root down to the leaf, as far as it is known, and below it what the server sent besides. */
export function chainPath({ chain, root, missingIssuer = null }: Chained): ChainLink[] {
  const [leaf, ...others] = chain;
  if (leaf === undefined) return [];
  const { above, unrelated } = joined([leaf, ...others]);
  const links: ChainLink[] = [{ role: 'Leaf', name: subjectName(leaf), facts: leaf, source: 'server', url: null }];
  for (const facts of above) {
    const role = isSelfIssued(facts) ? 'Root CA' : 'Intermediate';
    links.push({ role, name: subjectName(facts), facts, source: 'server', url: null });
  }
  const top = above.at(-1) ?? leaf;
  if (root !== null && root.fingerprint256 !== top.fingerprint256) {
    links.push({ role: 'Root CA', name: subjectName(root), facts: root, source: 'trust store', url: null });
  } else if (missingIssuer !== null) {
    const { name, url } = missingIssuer;
    links.push({ role: 'Intermediate', name, facts: null, source: 'missing', url });
  } else if (root === null && !isSelfIssued(top)) {
    links.push({
      role: 'Root CA',
      name: top.issuerCommonName ?? top.issuerOrganization ?? top.issuer,
      facts: null,
      source: 'missing',
      url: null,
    });
  }
  return [
    ...links.reverse(),
    ...unrelated.map((facts): ChainLink => ({ role: 'Unrelated', name: subjectName(facts), facts, source: 'server', url: null })),
  ];
}
