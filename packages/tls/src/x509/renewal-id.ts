import { Certificate } from './certificate.ts';
import { pemBlocks } from './pem.ts';

/**
 * Returns the identifier of a certificate in renewal information (RFC 9773 section 4.1): key identifier of the issuer and serial
 * number, both as in the certificate. Null if it names no issuer key or cannot be read.
 */
export const renewalIdOf = (pem: string): string | null => {
  const [der] = pemBlocks(pem);
  if (der === undefined) return null;
  const certificate = new Certificate(der);
  const key = certificate.unreadable === null ? certificate.extensions.authorityKeyIdentifier : null;
  if (key === null || certificate.serial.length === 0) return null;
  return `${Buffer.from(key, 'latin1').toString('base64url')}.${certificate.serial.toString('base64url')}`;
};
