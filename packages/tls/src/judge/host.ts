import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { hasAlternativeName } from '../x509/alternative-names.ts';
import type { Certificate } from '../x509/certificate.ts';

const lower = (byte: number): number => (byte > 0x40 && byte < 0x5b ? byte + 0x20 : byte);

/** Compares the bytes with a lower-case text, ignoring case. */
const equalsText = (bytes: Buffer, start: number, stop: number, text: string, from: number): boolean => {
  if (stop - start !== text.length - from) return false;
  for (let at = 0; at < stop - start; at += 1) if (lower(bytes[start + at] ?? 0) !== text.charCodeAt(from + at)) return false;
  return true;
};

const STAR = 0x2a;
const DOT = 0x2e;

/**
 * A wildcard is the whole left-most label, matches exactly one label, and never matches names directly below a top-level
 * domain. Any other name with a star matches no host, and neither does one that ends in a dot (RFC 1034 section 3.5):
 * Firefox, Go and OpenSSL agree.
 */
const matchesName = (bytes: Buffer, start: number, stop: number, host: string, firstDot: number): boolean => {
  if (bytes[start] !== STAR) return equalsText(bytes, start, stop, host, 0);
  if (bytes[start + 1] !== DOT || firstDot < 1 || host.indexOf('.', firstDot + 1) === -1) return false;
  return equalsText(bytes, start + 2, stop, host, firstDot + 1);
};

/** Returns 4 or 6 for an address, 0 for a name. Most names are decided without the regular expressions of isIP. */
export const addressFamily = (host: string): number => {
  const last = host.charCodeAt(host.length - 1);
  return (last >= 0x30 && last <= 0x39) || host.includes(':') ? isIP(host) : 0;
};

/** Returns an address as the bytes of an iPAddress entry; null for a name. */
export const addressBytes = (host: string): Buffer | null => {
  const family = addressFamily(host);
  if (family === 4) return Buffer.from(host.split('.').map(Number));
  if (family !== 6) return null;
  const [head = '', tail] = (URL.parse(`http://[${host.replace(/%.*$/, '')}]/`)?.hostname ?? '').slice(1, -1).split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return Buffer.from([...left, ...zeros, ...right].map((group) => group.padStart(4, '0')).join(''), 'hex');
};

/** Returns a name as certificates write it: A-labels in lower case without the trailing dot. Empty if it cannot be a name. */
const asciiName = (host: string): string => {
  const plain = host.endsWith('.') ? host.slice(0, -1) : host;
  return /^[\x21-\x7e]*$/.test(plain) ? plain.toLowerCase() : domainToASCII(plain);
};

/**
 * Returns whether the alternative names of a certificate cover `host`, a name (U-labels are converted) or an IP literal. The
 * common name never counts, nor do partial wildcards such as `ba*.example`, nor a dNSName that looks like an address
 * (RFC 9525 sections 6.2 to 6.5; RFC 6125 appendix B.2 lists the obsolete rules).
 */
export const matchesHost = (certificate: Certificate, host: string): boolean => {
  const { raw } = certificate;
  const address = addressBytes(host);
  if (address !== null) {
    return hasAlternativeName(certificate, ({ kind, start, stop }) => kind === 'ip' && raw.subarray(start, stop).equals(address));
  }
  const name = asciiName(host);
  if (name === '') return false;
  const firstDot = name.indexOf('.');
  // A host with a star is never valid, and would match a wildcard literally.
  if (name.includes('*')) return false;
  return hasAlternativeName(certificate, ({ kind, start, stop }) => kind === 'dns' && matchesName(raw, start, stop, name, firstDot));
};
