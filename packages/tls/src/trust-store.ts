import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';

/** The roots that a path may end at. */
export interface TrustStore {
  /** Roots whose subject is this certificate's issuer. */
  issuersOf(certificate: X509Certificate): readonly X509Certificate[];
  has(certificate: X509Certificate): boolean;
}

const pemBlock = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[\s\S]+?-----END (?:TRUSTED )?CERTIFICATE-----/g;

/** Every certificate of a PEM bundle. Throws where one of them cannot be read. */
export const parsePemBundle = (pem: string): X509Certificate[] => [...pem.matchAll(pemBlock)].map(([block]) => new X509Certificate(block));

/** Mozilla's roots as shipped with Node, and the operator's own. The machine's store is left out: it differs by machine. */
export const createTrustStore = ({ extraCaPem }: { readonly extraCaPem?: string | undefined }): TrustStore => {
  const roots = [
    ...rootCertificates.map((pem) => new X509Certificate(pem)),
    ...(extraCaPem === undefined ? [] : parsePemBundle(extraCaPem)),
  ];
  const bySubject = new Map<string, X509Certificate[]>();
  for (const root of roots) bySubject.set(root.subject, [...(bySubject.get(root.subject) ?? []), root]);
  const fingerprints = new Set(roots.map((root) => root.fingerprint256));
  return {
    issuersOf: (certificate) => bySubject.get(certificate.issuer) ?? [],
    has: (certificate) => fingerprints.has(certificate.fingerprint256),
  };
};
