import { DerError, toPem } from '@notafter/tls/x509';
import { readCertificate } from './arrange.ts';
import { decodeBase64 } from './base64.ts';
import { pkcs7Certificates } from './formats/pkcs7.ts';

const certificatesIn = (bytes: Buffer): readonly Buffer[] | null => {
  const certificate = readCertificate(bytes);
  if (certificate !== null) return [certificate.raw];
  try {
    return pkcs7Certificates(bytes)?.flatMap((each) => each?.raw ?? []) ?? null;
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return null;
  }
};

/**
 * Returns the certificates of a DER or PKCS #7 file in base64 as PEM, in the order of the file; null if it is neither. Clears the
 * decoded bytes: they may be a key.
 */
export const unpackCertificates = (base64: string): string | null => {
  const bytes = decodeBase64(Buffer.from(base64));
  if (bytes === null) return null;
  const found = certificatesIn(bytes)?.map(toPem).join('') ?? null;
  bytes.fill(0);
  return found;
};
