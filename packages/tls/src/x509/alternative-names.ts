import { safeText } from '../safe-text.ts';
import type { Certificate } from './certificate.ts';
import { DerError, type DerReader, tags } from './der.ts';
import { type GeneralName, ipText, readGeneralName } from './general-names.ts';

const MAX_SHOWN = 10_000;
const MAX_NAME = 255;
const DOT = 0x2e;

const isLetterOrDigit = (byte: number): boolean =>
  (byte > 0x60 && byte < 0x7b) || (byte > 0x40 && byte < 0x5b) || (byte > 0x2f && byte < 0x3a);
/** Also allowed: hyphen, underscore and star. */
const isLabelByte = (byte: number): boolean => isLetterOrDigit(byte) || byte === 0x2d || byte === 0x5f || byte === 0x2a;

const shownName = (raw: Buffer, start: number, stop: number): string =>
  safeText(raw.toString('latin1', start, Math.min(stop, start + MAX_NAME)), MAX_NAME);

/** Calls `see` for each entry of the subject alternative name until it returns true. Throws DerError. */
const someName = (reader: DerReader, see: (name: GeneralName) => boolean): boolean => {
  reader.enter(tags.sequence);
  while (reader.more) if (see(readGeneralName(reader))) return true;
  return false;
};

/** Returns whether an alternative name passes; false if there are none or the list is truncated first. */
export const hasAlternativeName = (certificate: Certificate, passes: (name: GeneralName) => boolean): boolean => {
  const reader = certificate.extensions.reader('subjectAltName');
  if (reader === undefined) return false;
  try {
    return someName(reader, passes);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return false;
  }
};

/**
 * Returns whether the bytes can be a host name: letters, digits, hyphens, underscores and stars in labels of which only the
 * last can be empty (RFC 1034 section 3.5). Matching decides what stars and underscores mean.
 */
const isHostName = (bytes: Buffer, start: number, stop: number): boolean => {
  let labelStart = start;
  for (let at = start; at < stop; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte !== DOT) {
      if (!isLabelByte(byte)) return false;
      continue;
    }
    if (at === labelStart) return false;
    labelStart = at + 1;
  }
  return start < stop;
};

/** Clients reject the certificate for these: an empty name, and one with NUL or a byte above 7F, which is not an IA5String. */
const isRefusedName = (bytes: Buffer, start: number, stop: number): boolean => {
  for (let at = start; at < stop; at += 1) if (bytes[at] === 0 || (bytes[at] ?? 0) >= 0x80) return true;
  return start === stop;
};

/**
 * Returns the fault of the alternative names, or null (RFC 5280 section 4.2.1.6). Clients skip an invalid host name if
 * another one is valid; `oddAlternativeName` finds it.
 */
export const alternativeNamesFault = (certificate: Certificate): string | null => {
  const reader = certificate.extensions.reader('subjectAltName');
  if (reader === undefined) return null;
  const { raw } = certificate;
  let count = 0;
  let good = 0;
  let fault: string | null = null;
  try {
    someName(reader, ({ kind, start, stop }) => {
      count += 1;
      if (kind === 'dns') {
        if (isRefusedName(raw, start, stop)) fault = 'An alternative name is not a host name.';
        else if (isHostName(raw, start, stop)) good += 1;
      } else if (kind === 'ip' && stop - start !== 4 && stop - start !== 16) fault = 'An alternative name is not an address.';
      else good += 1;
      return fault !== null;
    });
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return `subjectAltName: ${error.message}`;
  }
  if (count === 0) return 'The list of alternative names is empty.';
  return fault ?? (good === 0 ? 'None of its alternative names is a host name.' : null);
};

/** Returns the first invalid host name as safe text, or null. */
export const oddAlternativeName = (certificate: Certificate): string | null => {
  const { raw } = certificate;
  let odd: string | null = null;
  hasAlternativeName(certificate, ({ kind, start, stop }) => {
    if (kind === 'dns' && !isHostName(raw, start, stop)) odd = shownName(raw, start, stop);
    return odd !== null;
  });
  return odd;
};

/** Returns the dNSName and iPAddress entries as safe text, for display and storage; at most 10,000. */
export const shownAlternativeNames = (certificate: Certificate): string[] => {
  const shown: string[] = [];
  const { raw } = certificate;
  hasAlternativeName(certificate, ({ kind, start, stop }) => {
    if (kind === 'dns') shown.push(shownName(raw, start, stop));
    if (kind === 'ip') shown.push(ipText(raw.subarray(start, Math.min(stop, start + 64))));
    return shown.length === MAX_SHOWN;
  });
  return shown;
};
