import type { StoredFacts } from '@notafter/db';
import type { CertificateFacts } from '@notafter/domain';

export const storedFacts = (facts: CertificateFacts): StoredFacts => ({
  ...facts,
  notBefore: facts.notBefore.toISOString(),
  notAfter: facts.notAfter.toISOString(),
});

/** The DER of a certificate in PEM. */
export const derOf = (pem: string): Buffer => Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64');

/** Restores facts as the prober returned them. */
export const factsOf = (stored: StoredFacts): CertificateFacts => ({
  ...stored,
  notBefore: new Date(stored.notBefore),
  notAfter: new Date(stored.notAfter),
});
