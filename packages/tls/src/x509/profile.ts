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

/** The same as `profileFaults`, cached with the certificate: for issuers, which occur again. */
export const rememberedFaults = (issuer: Certificate): readonly string[] => {
  const known = ofIssuers.get(issuer) ?? profileFaults(issuer);
  ofIssuers.set(issuer, known);
  return known;
};

/** Returns every encoding fault of a certificate (RFC 5280 section 4), extensions included; empty if it is valid. */
export const profileFaults = (certificate: Certificate): readonly string[] => {
  if (certificate.unreadable !== null) return [certificate.unreadable];
  certificate.extensions.readAll();
  certificate.keyFacts;
  certificate.signatureAlgorithm;
  const isCa = certificate.extensions.basicConstraints?.isCa === true;
  const faults = [...certificate.frameFaults, ...certificate.extensions.faults];
  const add = (fault: string | null): void => {
    if (fault !== null) faults.push(fault);
  };
  add(serialFault(certificate.serial));
  if (!certificate.namesOneAlgorithm) add('It names two signature algorithms.');
  if (certificate.issuer.length === 0) add("The issuer's name is empty.");
  if (!isReadableKey(certificate.issuerKey)) add("The issuer's name is unreadable.");
  if (isCa && certificate.subject.length === 0) add('The name of the CA is empty.');
  if (!isReadableKey(certificate.subjectKey)) add('The subject is unreadable.');
  if (!isCa && certificate.extensions.has('nameConstraints')) add('It has name constraints, but is not a CA.');
  if (certificate.publicKey === null) add('Its key is invalid or of an unknown type.');
  add(alternativeNamesFault(certificate));
  return faults;
};
