import { createAuthority } from '@notafter/tls/testing';
import { digestOf, type Found, instantText, sha256Of } from '../scan/watched-item.ts';

const derOf = (pem: string): Buffer => Buffer.from(pem.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64');

/** Endpoints with real certificates of one authority, as a scan finds them, without their network. */
export const makeEndpoints = (count: number) => {
  const authority = createAuthority();
  const issue = (index: number): readonly Buffer[] => {
    const { chainPem } = authority.issue(`host-${index}.internal`);
    return chainPem.split(/(?<=-----END CERTIFICATE-----\n)/).map(derOf);
  };
  const chains = Array.from({ length: count }, (_, index) => issue(index));
  const foundAt = (chain: readonly Buffer[], index: number, at: Date, handshakeMs: number): Found => {
    const seen = {
      address: `10.0.${index >> 8}.${index & 255}`,
      chain: chain.map(sha256Of),
      protocol: 'TLSv1.3',
      cipher: 'TLS_AES_128_GCM_SHA256',
      group: 'x25519',
      groupBits: 253,
      signatureScheme: 'ecdsa_secp256r1_sha256',
      ocspStaple: null,
      signedTimestamps: null,
      isClientCertificateAsked: false,
      handshakeMs,
    };
    return {
      kind: 'endpoint',
      finding: { target: `host-${index}.internal`, at: instantText(at), seen: [seen] },
      digest: digestOf({ ...seen, handshakeMs: 0 }),
      certificates: new Map(chain.map((der) => [sha256Of(der), der])),
    };
  };
  return {
    renew(index: number): void {
      chains[index] = issue(index);
    },
    leafOf: (index: number): Buffer | undefined => chains[index]?.[0],
    /** As at a time; no two handshakes take as long. */
    scan: (at: Date): readonly Found[] => chains.map((chain, index) => foundAt(chain, index, at, (at.getTime() / 1_000 + index) % 97)),
  };
};
