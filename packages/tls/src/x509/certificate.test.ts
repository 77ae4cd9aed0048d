import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { expect, it } from 'vitest';
import { Certificate } from './certificate.ts';

it("reads each of Mozilla's roots without a fault, like OpenSSL", () => {
  expect(rootCertificates.length).toBeGreaterThan(100);
  for (const pem of rootCertificates) {
    const reference = new X509Certificate(pem);
    const certificate = new Certificate(reference.raw);
    certificate.extensions.readAll();
    expect(certificate.isSignedBy(certificate)).toBe(true);
    expect([certificate.frameFaults, ...certificate.extensions.faults]).toEqual([[]]);
    expect(certificate.notBefore).toBe(reference.validFromDate.getTime());
    expect(certificate.notAfter).toBe(reference.validToDate.getTime());
    expect(certificate.sha256).toBe(reference.fingerprint256.replaceAll(':', '').toLowerCase());
    expect(certificate.extensions.basicConstraints?.isCa ?? true).toBe(reference.ca || certificate.version === 1);
    expect(certificate.publicKey?.equals(reference.publicKey)).toBe(true);
  }
});
