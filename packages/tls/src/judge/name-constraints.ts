import type { Certificate } from '../x509/certificate.ts';
import { DerError, tags } from '../x509/der.ts';
import type { NameConstraints } from '../x509/extensions.ts';
import { directoryBounds, type GeneralName, readGeneralName } from '../x509/general-names.ts';
import { emailAddressesIn, relativeNameKeys } from '../x509/names.ts';

/** Go's limit too: a chain beyond it is an attack on its verifier. */
const MAX_COMPARISONS = 250_000;
/** A longer name counts as several. */
const BYTES_PER_COMPARISON = 64;

/** Comparisons left for all paths of one chain. */
export interface ComparisonBudget {
  left: number;
}

export const comparisonBudget = (): ComparisonBudget => ({ left: MAX_COMPARISONS });

interface NamedValue {
  readonly name: GeneralName;
  readonly bytes: Buffer;
  /** Decoded at the first comparison: each is compared many times. */
  lowered: string | undefined;
}

const namedValue = (name: GeneralName, bytes: Buffer): NamedValue => ({ name, bytes, lowered: undefined });

const text = (value: NamedValue): string => {
  value.lowered ??= value.bytes.toString('latin1', value.name.start, value.name.stop).toLowerCase();
  return value.lowered;
};

/** RFC 1034 section 3.5 allows no name that ends in a dot. */
const hostText = (value: NamedValue): string => {
  const host = text(value);
  if (host.endsWith('.')) throw new DerError('A name ends in a dot.');
  return host;
};

/** Returns whether a name equals the constraint or is below it; with a leading dot, only below (RFC 5280 section 4.2.1.10). */
const isWithin = (name: string, constraint: string): boolean => {
  if (constraint === '') return true;
  if (constraint.startsWith('.')) return name.length > constraint.length && name.endsWith(constraint);
  return name === constraint || name.endsWith(`.${constraint}`);
};

const dnsMatches = (name: string, constraint: string, excluding: boolean): boolean => {
  if (isWithin(name, constraint)) return true;
  // `*.a.test` also covers the excluded `x.a.test`.
  return excluding && name.startsWith('*.') && constraint.slice(constraint.indexOf('.') + 1) === name.slice(2);
};

const hostMatches = (host: string, constraint: string): boolean =>
  constraint.startsWith('.') ? isWithin(host, constraint) : host === constraint;

/** The part before the @ is case-sensitive (RFC 5280 section 7.5). */
const emailMatches = (value: NamedValue, constraint: NamedValue): boolean => {
  const host = text(value).slice(text(value).lastIndexOf('@') + 1);
  const limit = text(constraint);
  if (!limit.includes('@')) return hostMatches(host, limit);
  const localPart = ({ bytes, name }: NamedValue): string => {
    const address = bytes.toString('latin1', name.start, name.stop);
    return address.slice(0, address.lastIndexOf('@'));
  };
  return host === limit.slice(limit.lastIndexOf('@') + 1) && localPart(value) === localPart(constraint);
};

/** Returns the host of a URI; undefined if it has none or an address, which no constraint can be compared with. */
const uriHost = (uri: string): string | undefined => {
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:[\]]+)/.exec(uri)?.[1];
  return host === undefined || /^[\d.]+$/.test(host) ? undefined : host;
};

/** Address and mask; the mask must be ones and then zeros (RFC 4632). */
const ipMatches = (address: Buffer, constraint: Buffer): boolean => {
  if (constraint.length !== 8 && constraint.length !== 32) throw new DerError('A constraint is not an address range.');
  const size = constraint.length / 2;
  const mask = constraint.subarray(size);
  let ended = false;
  for (const byte of mask) {
    const inverted = ~byte & 0xff;
    if ((ended && byte !== 0) || (inverted & (inverted + 1)) !== 0) throw new DerError('The mask of a constraint is not contiguous.');
    ended = byte !== 0xff;
  }
  if (address.length !== size) return false;
  for (let at = 0; at < size; at += 1) {
    if (((address[at] ?? 0) & (mask[at] ?? 0)) !== ((constraint[at] ?? 0) & (mask[at] ?? 0))) return false;
  }
  return true;
};

const isNamePrefix = (prefix: readonly string[], name: readonly string[]): boolean => prefix.every((part, index) => part === name[index]);

/** Returns whether a name falls under a constraint of its kind. Throws DerError if they cannot be compared. */
const matches = (value: NamedValue, constraint: NamedValue, excluding: boolean): boolean => {
  switch (value.name.kind) {
    case 'dns':
      return dnsMatches(hostText(value), hostText(constraint), excluding);
    case 'ip':
      return ipMatches(
        value.bytes.subarray(value.name.start, value.name.stop),
        constraint.bytes.subarray(constraint.name.start, constraint.name.stop),
      );
    case 'email':
      return emailMatches(value, constraint);
    case 'uri': {
      const host = uriHost(text(value));
      if (host === undefined) throw new DerError('A URI without a host name cannot be compared with a constraint.');
      return constraint.name.start === constraint.name.stop || hostMatches(host, text(constraint));
    }
    case 'directory': {
      const own = directoryBounds(value.bytes, value.name);
      const bounds = directoryBounds(constraint.bytes, constraint.name);
      return isNamePrefix(
        relativeNameKeys(constraint.bytes, bounds.start, bounds.stop),
        relativeNameKeys(value.bytes, own.start, own.stop),
      );
    }
    default:
      throw new DerError('A constraint has an unsupported type.');
  }
};

/** Returns the subject as a GeneralName, from its original bytes. */
const subjectName = (certificate: Certificate): NamedValue => {
  const { subject } = certificate;
  // Name is a SEQUENCE and only its contents are at hand, so the header is written again.
  const size = subject.length;
  const header = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x83, size >> 16, (size >> 8) & 255, size & 255];
  const bytes = Buffer.concat([Buffer.from([tags.sequence, ...header]), subject]);
  return namedValue({ kind: 'directory', start: 0, stop: bytes.length }, bytes);
};

/** Email addresses in the subject count only if the certificate has no alternative names (RFC 5280 section 4.2.1.10). */
const subjectAddresses = ({ subject }: Certificate): NamedValue[] =>
  emailAddressesIn(subject, 0, subject.length).map((address) => {
    const bytes = Buffer.from(address);
    return namedValue({ kind: 'email', start: 0, stop: bytes.length }, bytes);
  });

const namesOf = (certificate: Certificate, limit: number): NamedValue[] => {
  const names: NamedValue[] = certificate.subject.length === 0 ? [] : [subjectName(certificate)];
  const reader = certificate.extensions.reader('subjectAltName');
  if (reader === undefined) return [...names, ...subjectAddresses(certificate)];
  reader.enter(tags.sequence);
  while (reader.more) {
    if (names.length > limit) throw new DerError('There are too many names to check against the constraints.');
    names.push(namedValue(readGeneralName(reader), certificate.raw));
  }
  return names;
};

/**
 * Returns why a certificate violates the name constraints of an issuer above it, or null. Compares dNSName, iPAddress,
 * directoryName, rfc822Name and URI; a constraint of any other type refuses names of that type (RFC 5280 sections 4.2.1.10
 * and 6.1.4 g). Bounded by `budget`; exhausting it is a violation too.
 */
export const nameConstraintFault = (
  certificate: Certificate,
  { permitted, excluded }: NameConstraints,
  issuer: Certificate,
  budget: ComparisonBudget,
): string | null => {
  const spend = (bytes: number): void => {
    budget.left -= 1 + Math.floor(bytes / BYTES_PER_COMPARISON);
    if (budget.left < 0) throw new DerError('There are too many names to check against the constraints.');
  };
  const under = (value: NamedValue, constraints: readonly NamedValue[], excluding: boolean): boolean =>
    constraints.some((constraint) => {
      const { kind, start, stop } = constraint.name;
      spend(stop - start + value.name.stop - value.name.start);
      return kind === value.name.kind && matches(value, constraint, excluding);
    });
  const excludedValues = excluded.map((name) => namedValue(name, issuer.raw));
  const permittedValues = permitted.map((name) => namedValue(name, issuer.raw));
  try {
    for (const value of namesOf(certificate, MAX_COMPARISONS)) {
      if (under(value, excludedValues, true)) return 'contains a name that its issuer must not certify';
      const limited = permitted.some(({ kind }) => kind === value.name.kind);
      if (limited && !under(value, permittedValues, false)) return 'contains a name that its issuer is not allowed to certify';
    }
    return null;
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return `cannot be checked against the name constraints above it: ${error.message}`;
  }
};
