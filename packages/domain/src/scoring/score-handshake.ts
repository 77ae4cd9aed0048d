import type { VerdictReason } from '../certificates/checks/observation.ts';
import { hasExpired } from '../certificates/status.ts';
import { isProtocolVersion } from './protocol-versions.ts';
import { rateServer, type ServerRating } from './rate-server.ts';
import type { ScoredCertificate } from './server-facts.ts';

/** Facts of one handshake, as an endpoint's row stores them. */
export interface ScoredHandshake {
  readonly protocol: string | null;
  /** IANA's name of the cipher suite. */
  readonly cipher: string | null;
  readonly keyType: string | null;
  readonly keyBits: number | null;
  readonly notBefore: Date | null;
  readonly notAfter: Date | null;
  readonly reasons: readonly VerdictReason[];
}

/**
 * The score of one handshake: as if its version and its cipher suite were all that the server has. Null where nothing was
 * negotiated, and so for whatever was never reached. Not stored, because it falls to 0 when the certificate expires.
 */
export const scoreHandshake = (handshake: ScoredHandshake, now: Date): ServerRating | null => {
  const { protocol, cipher, keyType, keyBits, notBefore, notAfter, reasons } = handshake;
  if (protocol === null || cipher === null || !isProtocolVersion(protocol)) return null;
  const certificate: ScoredCertificate = { keyType, keyBits, curve: null, signatureAlgorithm: null, notBefore, notAfter, reasons };
  return rateServer(
    {
      protocols: [protocol],
      suites: [{ protocol, name: cipher }],
      exchanges: [],
      certificate,
      hsts: { kind: 'not_tested' },
      hasSecureRenegotiation: null,
      hasCompression: null,
      untested: ['other versions', 'other cipher suites'],
    },
    now,
  );
};

/** Whether the certificate is valid for its host at `now`; null if none was ever seen. */
export const isChainValid = ({ notBefore, notAfter, reasons }: ScoredHandshake, now: Date): boolean | null => {
  if (notAfter === null) return null;
  return reasons.length === 0 && !hasExpired(notAfter, now) && (notBefore === null || notBefore <= now);
};
