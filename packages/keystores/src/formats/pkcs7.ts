import { type Certificate, DerReader, explicitTag, identifierText, tags } from '@notafter/tls/x509';
import { readCertificate } from '../arrange.ts';
import { toDer } from './ber.ts';

const SIGNED_DATA = '1.2.840.113549.1.7.2';

/**
 * Returns the certificates of a PKCS #7 SignedData (RFC 2315 section 9.1), null for each unreadable one; null if the bytes are
 * something else. Throws DerError.
 */
export const pkcs7Certificates = (bytes: Buffer): (Certificate | null)[] | null => {
  const reader = new DerReader(toDer(bytes));
  reader.enter(tags.sequence);
  if (reader.peek !== tags.objectIdentifier) return null;
  reader.next();
  if (identifierText(reader) !== SIGNED_DATA) return null;
  reader.enter(explicitTag(0));
  reader.enter(tags.sequence);
  reader.expect(tags.integer);
  reader.expect(tags.set);
  reader.expect(tags.sequence);
  const certificates: (Certificate | null)[] = [];
  if (!reader.skipIf(explicitTag(0))) return certificates;
  const list = reader.inside();
  while (list.more) {
    const at = list.at;
    // Attribute certificates and others have context tags.
    if (list.next() === tags.sequence) certificates.push(readCertificate(list.bytes.subarray(at, list.stop)));
  }
  return certificates;
};
