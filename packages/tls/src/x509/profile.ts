import { alternativeNamesFault } from './alternative-names.ts';
import type { Certificate } from './certificate.ts';
import { DerError } from './der.ts';
import { relativeNameKeys } from './names.ts';

/** RFC 5280 section 4.1.2.2. */
const MAX_SERIAL_BYTES = 20;

const serialFault = (serial: Buffer): string | null => {
  const first = serial[0];
  if (first === undefined) return 'The serial number is empty.';
  if (first > 0x7f) return 'The serial number is negative.';
  if (serial.every((byte) => byte === 0)) return 'The serial number is zero.';
  const size = first === 0 ? serial.length - 1 : serial.length;
  return size > MAX_SERIAL_BYTES ? 'The serial number is longer than 20 bytes.' : null;
};

const nameFault = (name: Buffer, which: string): string | null => {
  try {
    relativeNameKeys(name, 0, name.length);
    return null;
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return `${which}: ${error.message}`;
  }
};

/** All that is wrong with how a certificate is written (RFC 5280 section 4), extensions included; empty where nothing is. */
export const profileFaults = (certificate: Certificate): readonly string[] => {
  if (certificate.unreadable !== null) return [certificate.unreadable];
  certificate.extensions.readAll();
  certificate.keyFacts;
  certificate.signatureAlgorithm;
  const isCa = certificate.extensions.basicConstraints?.isCa === true;
  const more = [
    serialFault(certificate.serial),
    certificate.namesOneAlgorithm ? null : 'It names two signature algorithms.',
    certificate.issuer.length === 0 ? "The issuer's name is empty." : nameFault(certificate.issuer, 'issuer'),
    isCa && certificate.subject.length === 0 ? "An authority's name is empty." : nameFault(certificate.subject, 'subject'),
    alternativeNamesFault(certificate),
  ];
  const faults = [...certificate.frameFaults, ...certificate.extensions.faults];
  for (const fault of more) if (fault !== null) faults.push(fault);
  return faults;
};
