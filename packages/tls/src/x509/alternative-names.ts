import { safeText } from '../safe-text.ts';
import type { Certificate } from './certificate.ts';
import { DerError, type DerReader, tags } from './der.ts';
import { type GeneralName, ipText, readGeneralName } from './general-names.ts';

/** Calls `see` for each entry of the subject alternative name until it answers true. Throws DerError. */
const someName = (reader: DerReader, see: (name: GeneralName) => boolean): boolean => {
  reader.enter(tags.sequence);
  while (reader.more) if (see(readGeneralName(reader))) return true;
  return false;
};

/** Whether some alternative name passes; false where there is none or the list breaks off before. */
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
 * Whether the bytes can be a host name: printable ASCII in labels none of which is empty but a last one (RFC 1034 section
 * 3.5); notably no NUL, blank or byte above 7F. Underscores and stars are left to those who look the name up.
 */
const isHostName = (bytes: Buffer, start: number, stop: number): boolean => {
  let labelStart = start;
  for (let at = start; at < stop; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte <= 0x20 || byte >= 0x7f) return false;
    if (byte !== 0x2e) continue;
    if (at === labelStart) return false;
    labelStart = at + 1;
  }
  return start < stop;
};

/** What is wrong with the alternative names; null where nothing is (RFC 5280 section 4.2.1.6: none may be empty). */
export const alternativeNamesFault = (certificate: Certificate): string | null => {
  const reader = certificate.extensions.reader('subjectAltName');
  if (reader === undefined) return null;
  const { raw } = certificate;
  let count = 0;
  let fault: string | null = null;
  try {
    someName(reader, ({ kind, start, stop }) => {
      count += 1;
      if (kind === 'dns' && !isHostName(raw, start, stop)) fault = 'An alternative name is no host name.';
      if (kind === 'ip' && stop - start !== 4 && stop - start !== 16) fault = 'An alternative name is no address.';
      return fault !== null;
    });
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return `subjectAltName: ${error.message}`;
  }
  return count === 0 ? 'The list of alternative names is empty.' : fault;
};

const MAX_SHOWN = 10_000;
const MAX_NAME = 255;

/** The dNSName and iPAddress entries as safe texts, for showing and storing; at most 10,000. */
export const shownAlternativeNames = (certificate: Certificate): string[] => {
  const shown: string[] = [];
  const { raw } = certificate;
  hasAlternativeName(certificate, ({ kind, start, stop }) => {
    if (kind === 'dns') shown.push(safeText(raw.toString('latin1', start, Math.min(stop, start + MAX_NAME)), MAX_NAME));
    if (kind === 'ip') shown.push(ipText(raw.subarray(start, Math.min(stop, start + 64))));
    return shown.length === MAX_SHOWN;
  });
  return shown;
};
