import { createHash, X509Certificate } from 'node:crypto';
import {
  type CertificateFacts,
  type DaneCertificate,
  type DaneChain,
  type DaneEndpoint,
  type DaneFacts,
  keyTypeLabel,
  type Observation,
  type ServedObservation,
} from '@notafter/domain';
import type { LookUp } from './look-up.ts';

/** Returns one observation for each key type that the endpoint serves. */
export type ProbeChains = (endpoint: DaneEndpoint) => Promise<readonly Observation[]>;

const SMTP_PORT = 25;
const MX_MAX = 10;
const hashes = new Map([
  [1, 'sha256'],
  [2, 'sha512'],
]);

const toDaneCertificate = ({ pem, notBefore, notAfter }: CertificateFacts): DaneCertificate => {
  const certificate = new X509Certificate(pem);
  const material = [certificate.raw, certificate.publicKey.export({ type: 'spki', format: 'der' })];
  return {
    notBefore,
    notAfter,
    digest: (selector, matching) => {
      const data = material[selector] ?? Buffer.alloc(0);
      const hash = hashes.get(matching);
      return hash === undefined ? data.toString('hex') : createHash(hash).update(data).digest('hex');
    },
  };
};

const toChain = ({ chain, root, reasons }: ServedObservation): DaneChain => {
  const [leaf, ...issuers] = chain;
  return {
    keyType: keyTypeLabel(leaf.keyType),
    sent: [toDaneCertificate(leaf), ...issuers.map(toDaneCertificate)],
    root: root === null ? null : toDaneCertificate(root),
    isTrusted: reasons.length === 0,
    namesHost: !reasons.includes('hostname_mismatch') && !reasons.includes('expired'),
  };
};

/** TLSA records under DNSSEC, and the chains of those endpoints that have any. */
export const lookAtDane = async (lookUp: LookUp, endpoint: DaneEndpoint, probe: ProbeChains): Promise<DaneFacts> => {
  const looked = await lookUp(`_${endpoint.port}._tcp.${endpoint.host}`, 'TLSA');
  const observations = looked.kind === 'found' && looked.secure ? await probe(endpoint) : [];
  return { ...endpoint, looked, chains: observations.flatMap((seen) => (seen.kind === 'served' ? [toChain(seen)] : [])) };
};

/** Senders use DANE only for MX hosts that a signed record names (RFC 7672 section 2.2.1). */
export const findMailHosts = async (lookUp: LookUp, domain: string): Promise<DaneEndpoint[]> => {
  const looked = await lookUp(domain, 'MX');
  if (looked.kind !== 'found' || !looked.secure) return [];
  // A lone dot is a domain without mail (RFC 7505).
  const hosts = looked.values.map(({ value }) => value).filter((value) => value !== '');
  return hosts.slice(0, MX_MAX).map((host) => ({ host, port: SMTP_PORT, protocol: 'smtp' }));
};
