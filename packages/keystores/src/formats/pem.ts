import { type Certificate, DerError, DerReader } from '@notafter/tls/x509';
import { arrangeUnnamed, contentsOf, readCertificate } from '../arrange.ts';
import { decodeBase64 } from '../base64.ts';
import { MAX_CERTIFICATES_PER_FILE } from '../limits.ts';
import type { Contents } from '../reading.ts';
import { pkcs7Certificates } from './pkcs7.ts';

const BEGIN = Buffer.from('-----BEGIN ');
const DASHES = Buffer.from('-----');
const COLON = 0x3a;
const LINE_FEED = 0x0a;
const MAX_LABEL_BYTES = 40;

const certificateLabels = new Set(['CERTIFICATE', 'X509 CERTIFICATE', 'TRUSTED CERTIFICATE']);
const pkcs7Labels = new Set(['PKCS7', 'PKCS #7 SIGNED DATA', 'CMS']);

export interface PemBlocks {
  readonly certificates: readonly Certificate[];
  readonly hasKey: boolean;
  /** Blocks that should be certificates and are not. */
  readonly unreadable: number;
}

/** Whether the bytes have a PEM block of any kind. */
export const isPem = (bytes: Buffer): boolean => bytes.includes(BEGIN);

/** Skips headers as in RFC 1421 section 4.4: lines with a colon up to an empty line. */
const afterHeaders = (bytes: Buffer, at: number, end: number): number => {
  const colon = bytes.subarray(at, end).indexOf(COLON);
  if (colon === -1) return at;
  let line = bytes.indexOf(LINE_FEED, at + colon) + 1;
  while (line > 0 && line < end && bytes[line] !== LINE_FEED && bytes[line] !== 0x0d) line = bytes.indexOf(LINE_FEED, line) + 1;
  return line > 0 && line < end ? line : end;
};

/** OpenSSL's "trusted certificate" format appends its own data, which is removed. */
const firstElement = (der: Buffer): Buffer => {
  const reader = new DerReader(der);
  reader.next();
  return der.subarray(0, reader.stop);
};

const certificatesOf = (label: string, der: Buffer): readonly (Certificate | null)[] => {
  try {
    if (pkcs7Labels.has(label)) return pkcs7Certificates(der) ?? [null];
    return [readCertificate(label.startsWith('TRUSTED') ? firstElement(der) : der)];
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return [null];
  }
};

/**
 * Reads the certificates of PEM blocks (RFC 7468), bytes to bytes: skips other text, and private keys without decoding them. A
 * block ends at the next five dashes, so that a file of open blocks takes linear time.
 */
export const readPemBlocks = (bytes: Buffer): PemBlocks => {
  const certificates: Certificate[] = [];
  let hasKey = false;
  let unreadable = 0;
  for (let at = bytes.indexOf(BEGIN); at !== -1 && certificates.length <= MAX_CERTIFICATES_PER_FILE; at = bytes.indexOf(BEGIN, at)) {
    const labelAt = at + BEGIN.length;
    const labelEnd = bytes.subarray(labelAt, labelAt + MAX_LABEL_BYTES).indexOf(DASHES);
    at = labelAt;
    if (labelEnd === -1) continue;
    const label = bytes.toString('latin1', labelAt, labelAt + labelEnd);
    const bodyAt = labelAt + labelEnd + DASHES.length;
    const end = bytes.indexOf(DASHES, bodyAt);
    at = end === -1 ? bytes.length : end;
    if (label.endsWith('PRIVATE KEY')) hasKey = true;
    if (!(certificateLabels.has(label) || pkcs7Labels.has(label))) continue;
    const isClosed = bytes.subarray(at, at + label.length + 14).equals(Buffer.from(`-----END ${label}-----`));
    const der = isClosed ? decodeBase64(bytes, afterHeaders(bytes, bodyAt, end), end) : null;
    const found = der === null ? [null] : certificatesOf(label, der);
    // A key can have the label of a certificate.
    if (found.length === 1 && found[0] === null) der?.fill(0);
    for (const certificate of found) {
      if (certificate === null) unreadable += 1;
      else certificates.push(certificate);
    }
  }
  return { certificates, hasKey, unreadable };
};

/** Reads a PEM file; see `readPemBlocks`. */
export const readPem = (bytes: Buffer): Contents => {
  const { certificates, hasKey, unreadable } = readPemBlocks(bytes);
  return contentsOf('pem', arrangeUnnamed(certificates, hasKey), unreadable);
};
