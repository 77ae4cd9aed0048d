import { alternativeNamesFault } from './alternative-names.ts';
import type { Certificate } from './certificate.ts';
import { isReadableKey } from './names.ts';

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

const ofIssuers = new WeakMap<Certificate, readonly string[]>();

/** The same as `profileFaults`, kept with the certificate: for issuers, which are seen again. */
export const rememberedFaults = (issuer: Certificate): readonly string[] => {
  const known = ofIssuers.get(issuer) ?? profileFaults(issuer);
  ofIssuers.set(issuer, known);
  return known;
};

/** All that is wrong with how a certificate is written (RFC 5280 section 4), extensions included; empty where nothing is. */
export const profileFaults = (certificate: Certificate): readonly string[] => {
  if (certificate.unreadable !== null) return [certificate.unreadable];
  certificate.extensions.readAll();
  certificate.keyFacts;
  certificate.signatureAlgorithm;
  const isCa = certificate.extensions.basicConstraints?.isCa === true;
  const faults = [...certificate.frameFaults, ...certificate.extensions.faults];
  const tell = (fault: string | null): void => {
    if (fault !== null) faults.push(fault);
  };
  tell(serialFault(certificate.serial));
  if (!certificate.namesOneAlgorithm) tell('It names two signature algorithms.');
  if (certificate.issuer.length === 0) tell("The issuer's name is empty.");
  if (!isReadableKey(certificate.issuerKey)) tell("The issuer's name cannot be read.");
  if (isCa && certificate.subject.length === 0) tell("An authority's name is empty.");
  if (!isReadableKey(certificate.subjectKey)) tell('The subject cannot be read.');
  if (!isCa && certificate.extensions.has('nameConstraints')) tell('It has name constraints without being a CA.');
  if (certificate.publicKey === null) tell('Its key is broken or of an unknown kind.');
  tell(alternativeNamesFault(certificate));
  return faults;
};
