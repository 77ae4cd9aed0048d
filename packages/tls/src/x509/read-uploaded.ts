import type { CertificateReader, UploadedCertificate } from '@notafter/domain';
import { Certificate } from './certificate.ts';
import { factsOf } from './certificate-facts.ts';
import { pemBlocks } from './pem.ts';

const signsItself = (certificate: Certificate): boolean => certificate.isSelfIssued && certificate.isSignedBy(certificate);

/** Whether this is a CA certificate. Roots from before version 3 cannot say so themselves. */
export const isAuthority = (certificate: Certificate): boolean =>
  certificate.extensions.basicConstraints?.isCa === true || (certificate.version < 3 && signsItself(certificate));

/** Why no chain below this anchor could be trusted, as `checkForm` judges it; null if nothing is wrong. */
const faultOf = (certificate: Certificate): string | null => {
  if (certificate.unreadable !== null) return certificate.unreadable;
  if (certificate.publicKey === null) return 'Its public key cannot be used.';
  certificate.extensions.readAll();
  return certificate.dateFault ?? certificate.extensions.faults[0] ?? null;
};

const read = (der: Buffer): UploadedCertificate => {
  const certificate = new Certificate(der);
  const fault = faultOf(certificate);
  if (fault !== null) return { kind: 'malformed', fault };
  const isSelfSigned = signsItself(certificate);
  return { kind: 'readable', facts: factsOf(certificate), bytes: der.length, isAuthority: isAuthority(certificate), isSelfSigned };
};

/** Reads what people upload. A certificate that no path could use is malformed here. */
export const certificateReader: Pick<CertificateReader, 'read'> = { read: (pem) => pemBlocks(pem).map(read) };
