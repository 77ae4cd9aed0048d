import { createHash } from 'node:crypto';
import { addMs, type CertificateFacts, DAY_MS, type ServedObservation, type UnreachableObservation } from '@notafter/domain';

const hexWithColons = (hex: string): string => (hex.toUpperCase().match(/../g) ?? []).join(':');

/** Facts of a certificate that is valid for 60 days from the fake clock's start, distinguished by `seed`. */
export const certificateFacts = (seed: string, overrides: Partial<CertificateFacts> = {}): CertificateFacts => {
  const notBefore = new Date('2026-10-10T12:00:00Z');
  return {
    subject: `CN=${seed}`,
    issuer: "CN=R12, O=Let's Encrypt, C=US",
    subjectCommonName: seed,
    issuerCommonName: 'R12',
    issuerOrganization: "Let's Encrypt",
    notBefore,
    notAfter: addMs(notBefore, 91 * DAY_MS),
    serialNumber: createHash('sha1').update(`serial ${seed}`).digest('hex').toUpperCase().slice(0, 36),
    fingerprint: hexWithColons(createHash('sha1').update(seed).digest('hex')),
    fingerprint256: hexWithColons(createHash('sha256').update(seed).digest('hex')),
    san: [seed],
    keyType: 'EC',
    keyBits: 256,
    curve: 'P-256',
    signatureAlgorithm: 'sha256WithRSAEncryption',
    isCa: false,
    pem: `-----BEGIN CERTIFICATE-----\n${Buffer.from(seed).toString('base64')}\n-----END CERTIFICATE-----\n`,
    ...overrides,
  };
};

/** The observation of a healthy server at `host:443`. */
export const servedObservation = (
  host: string,
  leaf: Partial<CertificateFacts> = {},
  overrides: Partial<ServedObservation> = {},
): ServedObservation => ({
  kind: 'served',
  target: { host, port: 443 },
  address: '192.0.2.1',
  chain: [certificateFacts(host, leaf)],
  root: null,
  reasons: [],
  warnings: [],
  revocation: { status: 'good', source: 'crl', detail: 'Not revoked.', checkedAt: new Date('2026-11-11T12:00:00Z') },
  protocol: 'TLSv1.3',
  cipher: 'TLS_AES_128_GCM_SHA256',
  handshakeMs: 12,
  ...overrides,
});

export const unreachableObservation = (host: string, overrides: Partial<UnreachableObservation> = {}): UnreachableObservation => ({
  kind: 'unreachable',
  target: { host, port: 443 },
  reason: 'refused',
  detail: `Connection refused by ${host}:443.`,
  address: '192.0.2.1',
  ...overrides,
});
