import { type CertificateRequest, type Issued, issueCertificate, type KeyKind, type KeyPair, keyPair } from './issue.ts';
import { issueCrl } from './revocation.ts';

/** The plan of a chain; faults and variants change it before it is built. */
export interface ChainPlan {
  readonly keyKind: KeyKind;
  root: Partial<CertificateRequest>;
  /** From the root down. */
  middles: Partial<CertificateRequest>[];
  leaf: Partial<CertificateRequest>;
  host: string;
  /** When to judge it; now if undefined. */
  at?: Date;
  selfSigned: boolean;
  /** Which certificates are anchors. */
  anchors: 'root' | 'last-middle' | 'leaf' | 'stranger';
  /** Arranges the certificates sent after the leaf: middles from the leaf up, and the root. */
  sent: (middles: readonly string[], root: string) => readonly string[];
  /** Depths whose serial numbers a CRL lists; undefined for no CRL. */
  revoked?: readonly number[];
  /** Changes the leaf's bytes after signing. */
  damage?: (der: Buffer) => Buffer;
}

/** A built chain with all inputs of a verifier. */
export interface BuiltChain {
  readonly leafPem: string;
  readonly leafKey: KeyPair;
  /** Certificates sent after the leaf. */
  readonly otherPems: readonly string[];
  readonly anchorsPem: string;
  readonly host: string;
  readonly at: Date;
  /** DER, one for each issuer. */
  readonly crls: readonly Buffer[];
}

export const plainPlan = (keyKind: KeyKind, middles: number): ChainPlan => ({
  keyKind,
  root: {},
  middles: Array.from({ length: middles }, () => ({})),
  leaf: { san: ['a.test'] },
  host: 'a.test',
  selfSigned: false,
  anchors: 'root',
  sent: (pems) => pems,
});

const YEAR_MS = 365 * 86_400_000;
const decode = (pem: string): Buffer => Buffer.from(pem.replace(/-----[^-]+-----/g, ''), 'base64');
const encode = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}(?!$)/g, '$&\n')}\n-----END CERTIFICATE-----\n`;

/** The INTEGER contents that `serials` assigned to a certificate. */
const serialOf = (number: number, place: number): Buffer => Buffer.from([0x31, place, number >> 8, number & 255]);

/** Issues the certificates of a plan; `number` distinguishes the chains of one run. */
export const buildChain = (plan: ChainPlan, number: number): BuiltChain => {
  const { keyKind } = plan;
  const dates = { notBefore: new Date(Date.now() - YEAR_MS), notAfter: new Date(Date.now() + 5 * YEAR_MS), isCa: true };
  const subject = (CN: string) => ({ CN: `${CN} ${number}`, O: 'Samples' });
  const root = issueCertificate({ subject: subject('Root'), key: keyPair(keyKind, 'sample root'), ...dates, ...plan.root });
  const chain: Issued[] = [];
  let issuer = root;
  const last = plan.middles.length;
  for (const [index, request] of plan.middles.entries()) {
    const key = keyPair(keyKind, `sample middle ${index}`);
    issuer = issueCertificate(
      { subject: subject(`Middle ${index}`), key, serial: serialOf(number, last - index), ...dates, ...request },
      issuer,
    );
    chain.unshift(issuer);
  }
  const leafRequest = { subject: { CN: 'a.test' }, key: keyPair(keyKind, 'sample leaf'), serial: serialOf(number, 0), ...plan.leaf };
  const issued = plan.selfSigned ? issueCertificate(leafRequest) : issueCertificate(leafRequest, issuer);
  const leafPem = plan.damage === undefined ? issued.pem : encode(plan.damage(decode(issued.pem)));
  const { revoked } = plan;
  const crls =
    revoked === undefined
      ? []
      : [...chain, root].map((each, place) => issueCrl(each, { revoked: revoked.includes(place) ? [serialOf(number, place)] : [] }));
  const stranger = issueCertificate({ subject: subject('Stranger'), key: keyPair('P-256', 'sample stranger'), ...dates });
  const anchors = { root: root.pem, 'last-middle': chain[0]?.pem ?? root.pem, leaf: leafPem, stranger: stranger.pem };
  return {
    leafPem,
    leafKey: issued.key,
    otherPems: plan.sent(
      chain.map(({ pem }) => pem),
      root.pem,
    ),
    anchorsPem: anchors[plan.anchors],
    host: plan.host,
    at: plan.at ?? new Date(),
    crls,
  };
};
