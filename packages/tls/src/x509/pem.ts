import { DerError, DerReader } from './der.ts';

const labels = { certificate: ['CERTIFICATE', 'X509 CERTIFICATE', 'TRUSTED CERTIFICATE'], crl: ['X509 CRL'] } as const;

/** OpenSSL's "trusted certificate" format appends its own data, which is removed. */
const firstElement = (der: Buffer): Buffer => {
  try {
    const reader = new DerReader(der);
    reader.next();
    return der.subarray(0, reader.stop);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return der;
  }
};

const decoded = (pem: string, wanted: readonly string[]): Buffer[] => {
  const found: Buffer[] = [];
  for (let begin = pem.indexOf('-----BEGIN '); begin !== -1; begin = pem.indexOf('-----BEGIN ', begin + 1)) {
    const labelEnd = pem.indexOf('-----', begin + 11);
    if (labelEnd === -1) break;
    const label = pem.slice(begin + 11, labelEnd);
    const end = pem.indexOf(`-----END ${label}-----`, labelEnd);
    if (end === -1 || !wanted.includes(label)) continue;
    const der = Buffer.from(pem.slice(labelEnd + 5, end), 'base64');
    found.push(label.startsWith('TRUSTED') ? firstElement(der) : der);
    begin = end;
  }
  return found;
};

/** Returns the DER of every certificate of a PEM text, in order; skips other text (RFC 7468). */
export const pemBlocks = (pem: string): Buffer[] => decoded(pem, labels.certificate);

/** Returns the DER of every CRL of a PEM text. */
export const crlPemBlocks = (pem: string): Buffer[] => decoded(pem, labels.crl);
