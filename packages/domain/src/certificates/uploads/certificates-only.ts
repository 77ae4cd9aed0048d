import { containsPrivateKey } from '../anchors/private-key.ts';

/** The part of a file or pasted text that may leave a person's machine. */
export interface CertificatesOnly {
  /** PEM, or a DER or PKCS #7 file in base64; empty if there is nothing of the kind. */
  readonly text: string;
  /** Something in it was a private key, or may have been. */
  readonly leftOutKey: boolean;
}

const INTEGER = 0x02;
const OBJECT_IDENTIFIER = 0x06;
const SEQUENCE = 0x30;
const VERSION = 0xa0;
/** signedData, 1.2.840.113549.1.7.2 */
const signedData = [OBJECT_IDENTIFIER, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02];
const blocks = /-----BEGIN ((?:X509 |TRUSTED )?CERTIFICATE|PKCS7|PKCS #7 SIGNED DATA|CMS)-----([^-]*)-----END \1-----/g;
const base64Text = /^[A-Za-z0-9+/=\s]+$/;

/** Where the contents of an element begin. */
const inside = (bytes: Uint8Array, at: number): number => {
  const length = bytes[at + 1] ?? 0;
  return at + 2 + (length > 0x80 ? length - 0x80 : 0);
};

/** Whether DER begins as a certificate (RFC 5280) or a PKCS #7 file does. Keys and keystores begin with a number or an algorithm. */
const isCertificate = (bytes: Uint8Array): boolean => {
  if (bytes[0] !== SEQUENCE) return false;
  const first = inside(bytes, 0);
  if (signedData.every((byte, index) => bytes[first + index] === byte)) return true;
  const second = bytes[inside(bytes, first)];
  return bytes[first] === SEQUENCE && (second === VERSION || second === INTEGER);
};

const decoded = (base64: string): Uint8Array | null => {
  if (!base64Text.test(base64)) return null;
  try {
    return Uint8Array.from(atob(base64.replaceAll(/\s/g, '')), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
};

const holdsCertificate = (base64: string): boolean => {
  const bytes = decoded(base64);
  return bytes !== null && isCertificate(bytes);
};

/** Returns the certificates of a text, and says whether a private key was left out. Call it before a text is sent. */
export const certificatesOnly = (text: string): CertificatesOnly => {
  if (!text.includes('-----BEGIN ')) {
    const isFit = holdsCertificate(text);
    return { text: isFit ? text.trim() : '', leftOutKey: !isFit && (containsPrivateKey(text) || decoded(text)?.[0] === SEQUENCE) };
  }
  const found = [...text.matchAll(blocks)];
  // A key can have the label of a certificate.
  const fit = found.filter(([, , body = '']) => holdsCertificate(body));
  return { text: fit.map(([block]) => `${block}\n`).join(''), leftOutKey: containsPrivateKey(text) || fit.length < found.length };
};

const isBinary = (bytes: Uint8Array): boolean => bytes[0] === SEQUENCE && bytes.some((byte) => byte < 0x09 || byte >= 0x80);

/** The contents of a file as `certificatesOnly` takes it: text as it is, DER in base64. */
export const textOfFile = (bytes: Uint8Array): string =>
  isBinary(bytes) ? btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) : new TextDecoder().decode(bytes);
