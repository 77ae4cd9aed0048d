import { type CertificateRequest, type Issued, issueCertificate, type KeyKind, keyPair } from './issue.ts';

const YEAR_MS = 365 * 86_400_000;

/** A root, an intermediate below it, and servers' certificates below that. */
export interface Authority {
  readonly root: Issued;
  readonly intermediate: Issued;
  /** Issues a server certificate for these names; the first one is its common name. */
  issue(names: string | readonly string[], request?: Partial<CertificateRequest>): Issued;
}

/** Creates an authority; a test trusts it by passing `root.pem` to the prober as `extraCaPem`. */
export const createAuthority = ({
  name = 'Notafter Farm',
  keyKind = 'P-256',
}: {
  readonly name?: string;
  readonly keyKind?: KeyKind;
} = {}): Authority => {
  // The start of the validity is fixed: some leaves are judged at a fixed instant.
  const dates = { notBefore: new Date('2020-01-01T00:00:00Z'), notAfter: new Date(Date.now() + 10 * YEAR_MS), isCa: true };
  const root = issueCertificate({ subject: { CN: `${name} Root`, O: name, C: 'XX' }, key: keyPair(keyKind, `${name} root`), ...dates });
  const intermediate = issueCertificate(
    { subject: { CN: `${name} R1`, O: name, C: 'XX' }, key: keyPair(keyKind, `${name} intermediate`), ...dates },
    root,
  );
  return {
    root,
    intermediate,
    issue(names, request = {}) {
      const san = typeof names === 'string' ? [names] : names;
      const CN = (san[0] ?? 'unnamed').slice(0, 64);
      return issueCertificate({ subject: { CN }, san, key: keyPair(keyKind, 'leaf'), ...request }, intermediate);
    },
  };
};

/** A chain of `length` intermediates below its own root; the last one issues. */
export const createLongChain = (authority: Authority, length: number): Issued => {
  let issuer = authority.root;
  for (let level = 1; level <= length; level += 1) {
    const CN = `${authority.root.subject.O ?? 'Farm'} Level ${level}`;
    issuer = issueCertificate({ subject: { CN }, isCa: true, notAfter: authority.root.notAfter }, issuer);
  }
  return issuer;
};
