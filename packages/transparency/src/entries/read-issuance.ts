import { hash } from 'node:crypto';
import { type DomainMatcher, type Issuance, LISTED_NAMES_MAX, type LoggedIssuance, type SctFact } from '@notafter/domain';
import {
  Certificate,
  DerError,
  type Frame,
  ipText,
  readEmbeddedTimestamps,
  readSharedName,
  safeText,
  serialText,
  tbsAsLogged,
} from '@notafter/tls/x509';
import { frameOf, someName } from './certificate-names.ts';
import type { LogEntry } from './log-entry.ts';
import type { TimestampedEntry } from './timestamped-entry.ts';

const ADDRESSES_MAX = LISTED_NAMES_MAX;
const WATCHED_MAX = 1_000;
/** Raw names are longer than host names only to cause trouble. */
const NAME_MAX = 255;
const IMPOSSIBLE_TIME = 'The log took it at an impossible time.';

interface Named {
  readonly names: readonly string[];
  readonly nameCount: number;
  readonly addresses: readonly string[];
  readonly watched: readonly string[];
  readonly unreadable: string | null;
}

/** Collects names, the first one of each watched domain and then matching ones first, without holding more of a huge certificate's than are listed. */
const namesOf = (entry: TimestampedEntry, matcher: DomainMatcher): Named => {
  const firsts = new Set<string>();
  const matching = new Set<string>();
  const others = new Set<string>();
  const watched = new Set<string>();
  const addresses: string[] = [];
  let nameCount = 0;
  const { unreadable } = someName(entry, {
    name(name) {
      const isMatch = matcher.matches(name);
      if (firsts.has(name) || matching.has(name) || others.has(name)) return false;
      nameCount += 1;
      const before = watched.size;
      if (isMatch && before < WATCHED_MAX) for (const domain of matcher.domainsOf(name)) watched.add(domain);
      const ofMatch = watched.size > before ? firsts : matching;
      const listed = isMatch ? ofMatch : others;
      if (listed.size < LISTED_NAMES_MAX) listed.add(safeText(name, NAME_MAX));
      return false;
    },
    address(bytes) {
      if (addresses.length < ADDRESSES_MAX) addresses.push(ipText(bytes.subarray(0, 16)));
    },
  });
  // Bytes that only look like names are not worth listing.
  const names = unreadable === null ? [...firsts, ...matching, ...others] : [...firsts, ...matching];
  return { names: names.slice(0, LISTED_NAMES_MAX), nameCount, addresses, watched: [...watched], unreadable };
};

const tbsOf = (bytes: Buffer, { tbsAt, tbsEnd, extensionsAt, extensionsEnd }: Frame): Buffer =>
  tbsAsLogged({ tbs: bytes.subarray(tbsAt, tbsEnd), extensionBytes: bytes.subarray(extensionsAt, extensionsEnd) });

const dateOf = (milliseconds: number): Date | null => (Number.isNaN(milliseconds) ? null : new Date(milliseconds));

type Facts = Omit<Issuance, keyof Named | 'der' | 'isPrecertificate' | 'scts'>;

/** Identifies a certificate that could not be read by the hash of its bytes. */
const unreadableFacts = ({ bytes, bodyStart, bodyEnd }: TimestampedEntry): Facts => ({
  tbsSha256: hash('sha256', bytes.subarray(bodyStart, bodyEnd), 'hex'),
  issuer: '',
  issuerOrganization: null,
  issuerCommonName: null,
  serialNumber: '',
  notBefore: null,
  notAfter: null,
  spkiSha256: '',
});

const readFacts = (entry: TimestampedEntry): Facts => {
  const { bytes } = entry;
  const frame = frameOf(entry);
  const issuer = readSharedName(bytes, frame.issuerStart, frame.issuerEnd);
  return {
    tbsSha256: hash('sha256', tbsOf(bytes, frame), 'hex'),
    issuer: issuer.text,
    issuerOrganization: issuer.organization,
    issuerCommonName: issuer.commonName,
    serialNumber: serialText(bytes.subarray(frame.serialStart, frame.serialEnd)),
    notBefore: dateOf(frame.notBefore),
    notAfter: dateOf(frame.notAfter),
    spkiSha256: hash('sha256', bytes.subarray(frame.spkiAt, frame.spkiEnd), 'hex'),
  };
};

const factsOf = (entry: TimestampedEntry): { readonly facts: Facts; readonly fault: string | null } => {
  try {
    return { facts: readFacts(entry), fault: null };
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return { facts: unreadableFacts(entry), fault: error.message };
  }
};

/** Returns a precertificate if it belongs to the entry: the tree covers only the latter. */
const ownPrecertificate = (precertificate: Buffer | null, tbsSha256: string): Buffer | null => {
  if (precertificate === null) return null;
  const certificate = new Certificate(precertificate);
  if (certificate.unreadable !== null) return null;
  try {
    return hash('sha256', tbsAsLogged(certificate), 'hex') === tbsSha256 ? precertificate : null;
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return null;
  }
};

const sctsOf = (certificate: Certificate): readonly SctFact[] =>
  readEmbeddedTimestamps(certificate.extensions.reader('signedTimestamps')).map(({ fact }) => fact);

/** Returns the facts of an entry. Never throws. Copies what it returns, so that the entry's bytes can be released. */
export const readIssuance = ({ index, entry, extra }: LogEntry, matcher: DomainMatcher): LoggedIssuance => {
  const { precertificate, chain } = extra();
  const named = namesOf(entry, matcher);
  const { facts, fault } = factsOf(entry);
  const { isPrecertificate, bytes, bodyStart, bodyEnd, loggedAt } = entry;
  const der = isPrecertificate ? ownPrecertificate(precertificate, facts.tbsSha256) : bytes.subarray(bodyStart, bodyEnd);
  return {
    ...facts,
    ...named,
    unreadable: named.unreadable ?? fault ?? (loggedAt === null ? IMPOSSIBLE_TIME : null),
    isPrecertificate,
    scts: isPrecertificate || der === null ? [] : sctsOf(new Certificate(der)),
    der: der === null ? null : Uint8Array.from(der),
    index,
    loggedAt,
    chain,
  };
};

/** Returns the same facts of a certificate that did not come from a log; null if it is not one. Never throws. */
export const readCertificate = (der: Buffer, matcher: DomainMatcher): Issuance | null => {
  const certificate = new Certificate(der);
  if (certificate.unreadable !== null) return null;
  const entry: TimestampedEntry = {
    bytes: der,
    isPrecertificate: false,
    loggedAt: null,
    bodyStart: 0,
    bodyEnd: der.length,
    extensionsStart: der.length,
    extensionsEnd: der.length,
  };
  const { facts, fault } = factsOf(entry);
  const named = namesOf(entry, matcher);
  return {
    ...facts,
    ...named,
    unreadable: named.unreadable ?? fault,
    isPrecertificate: hasPoison(certificate),
    scts: sctsOf(certificate),
    der: Uint8Array.from(der),
  };
};

/** The poison of a precertificate, 1.3.6.1.4.1.11129.2.4.3, as DER. */
const poison = Buffer.from('060a2b06010401d679020403', 'hex');
const hasPoison = ({ extensionBytes }: Certificate): boolean => extensionBytes.includes(poison);
