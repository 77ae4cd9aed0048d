import type { CertificateFacts } from '@notafter/domain';
import type { CertificateDetail } from '../types.ts';

export type ChainRole = 'Root CA' | 'Intermediate' | 'Leaf' | 'Unrelated';

/** One position in the path. `facts` is null for an issuer that is neither sent by the server nor in the trust store. */
export interface ChainLink {
  readonly role: ChainRole;
  readonly name: string;
  readonly facts: CertificateFacts | null;
  /** The owner of the copy. */
  readonly source: 'trust store' | 'server' | 'missing';
  /** Download address of a missing certificate. */
  readonly url: string | null;
}

type Chained = Pick<CertificateDetail, 'chain' | 'root'> &
  Partial<Pick<CertificateDetail, 'missingIssuer'>> & {
    /** Fingerprint of the trust anchor that ends the chain, which may be an intermediate. */
    readonly anchor?: string | null;
  };

/** Returns the common name, else the first name, else the whole subject. */
export const subjectName = ({ subjectCommonName, san, subject }: CertificateFacts): string => subjectCommonName ?? san[0] ?? subject;

export const isSelfIssued = ({ subject, issuer }: CertificateFacts): boolean => subject === issuer;

/** Splits the sent certificates into those that the names join to the leaf, and the rest. */
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

/** Returns the path from the root down to the leaf, as far as it is known, then the unrelated certificates. */
export function chainPath({ chain, root, missingIssuer = null, anchor = null }: Chained): ChainLink[] {
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
    const role = isSelfIssued(root) ? 'Root CA' : 'Intermediate';
    links.push({ role, name: subjectName(root), facts: root, source: 'trust store', url: null });
  } else if (missingIssuer !== null) {
    const { name, url } = missingIssuer;
    links.push({ role: 'Intermediate', name, facts: null, source: 'missing', url });
  } else if (root === null && anchor === null && !isSelfIssued(top)) {
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
