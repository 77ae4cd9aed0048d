import type { X509Certificate } from 'node:crypto';

const MAX_REMEMBERED = 20_000;

/** Whether a certificate was signed by another one's key; the answer for a pair never changes, so it is kept. */
export interface SignatureChecks {
  isSignedBy(child: X509Certificate, issuer: X509Certificate): boolean;
}

/**
 * Thousands of leaves share few intermediates, and a root's P-384 signature on one costs more than the whole handshake:
 * each pair is computed once.
 */
export const createSignatureChecks = (): SignatureChecks => {
  const known = new Map<string, boolean>();
  return {
    isSignedBy(child, issuer) {
      const pair = `${child.fingerprint256}${issuer.fingerprint256}`;
      const before = known.get(pair);
      if (before !== undefined) return before;
      let signed = false;
      try {
        signed = child.verify(issuer.publicKey);
      } catch {
        // A key of the wrong kind, or none that can be read, signed nothing.
      }
      const oldest = known.keys().next();
      if (known.size >= MAX_REMEMBERED && oldest.done !== true) known.delete(oldest.value);
      known.set(pair, signed);
      return signed;
    },
  };
};
