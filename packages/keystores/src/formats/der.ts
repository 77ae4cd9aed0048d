import { DerError } from '@notafter/tls/x509';
import { arrangeUnnamed, contentsOf, failed, readCertificate } from '../arrange.ts';
import { type Contents, FileFault } from '../reading.ts';
import { pkcs7Certificates } from './pkcs7.ts';

/** Reads a binary certificate, or the certificates of a binary PKCS #7 file; null if the bytes are neither. */
export const readDer = (bytes: Buffer): Contents | null => {
  const certificate = readCertificate(bytes);
  if (certificate !== null) return contentsOf('der', arrangeUnnamed([certificate], false));
  try {
    const certificates = pkcs7Certificates(bytes);
    if (certificates === null) return null;
    const readable = certificates.filter((each) => each !== null);
    return contentsOf('der', arrangeUnnamed(readable, false), certificates.length - readable.length);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return failed('der', new FileFault('broken', `The file is damaged. ${error.message}`));
  }
};
