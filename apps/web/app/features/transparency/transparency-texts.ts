import { dateText, dateTimeText, HOUR_MS, type IssuanceState, NOT_SERVED_MS, plural, type TailOutcomeKind } from '@notafter/domain';
import type { MarkTone } from '../../ui/status/status-mark.tsx';
import type { Issuance, IssuanceDetail, LogSource, SearchSource } from './types.ts';

interface Words {
  readonly word: string;
  readonly tone: MarkTone;
}

const stateWords = {
  served: { word: 'Served', tone: 'valid' },
  known_key: { word: 'Known key', tone: 'warning' },
  expected: { word: 'Expected', tone: 'pending' },
  unknown: { word: 'Unknown', tone: 'critical' },
} as const satisfies Record<IssuanceState, Words>;

/** An unknown certificate is urgent only while it is open. */
export const stateOf = ({ state, learned, verdict }: Pick<Issuance, 'state' | 'learned' | 'verdict'>): Words =>
  state === 'unknown' && (learned || verdict !== null) ? { word: stateWords.unknown.word, tone: 'pending' } : stateWords[state];

/** `a.example.com and 2 more` */
export const namesText = (names: readonly string[]): string => {
  const [first = 'No name', ...others] = names;
  return others.length === 0 ? first : `${first} and ${others.length} more`;
};

export const issuerText = ({ issuer, issuerOrganization }: Pick<Issuance, 'issuer' | 'issuerOrganization'>): string =>
  issuerOrganization ?? (issuer || 'an unnamed CA');

/** In place of a field of a malformed certificate. */
export const UNREADABLE = 'Unreadable';

/** `2026-11-19 09:36 UTC to 2027-02-17 09:36 UTC` */
export const validityText = ({ notBefore, notAfter }: Pick<Issuance, 'notBefore' | 'notAfter'>): string =>
  notBefore === null || notAfter === null ? UNREADABLE : `${dateTimeText(notBefore)} to ${dateTimeText(notAfter)}`;

/** Says what the state of a certificate means, in one or two sentences. */
export const stateSentence = ({ state, explanation }: Pick<Issuance, 'state' | 'explanation'>): string => {
  switch (state) {
    case 'served':
      return 'A monitored endpoint serves this certificate.';
    case 'known_key':
      return `It has the key of a certificate that you have or had. No monitored endpoint serves it yet. We alert you after ${NOT_SERVED_MS / HOUR_MS} hours.`;
    case 'expected':
      return 'Its issuer, names and issue date match your earlier certificates.';
    case 'unknown':
      return explanation ?? 'It does not match any certificate of your organization.';
  }
};

const logOutcomes = {
  up_to_date: { word: 'Up to date', tone: 'valid' },
  frozen: { word: 'Read to its end', tone: 'valid' },
  behind: { word: 'Behind', tone: 'warning' },
  aborted: { word: 'Interrupted', tone: 'pending' },
  throttled: { word: 'Rate limited', tone: 'warning' },
  unavailable: { word: 'Unavailable', tone: 'warning' },
  invalid: { word: 'Wrong answer', tone: 'critical' },
  oversized: { word: 'Answer too large', tone: 'critical' },
  bad_signature: { word: 'Wrong signature', tone: 'critical' },
  stale_head: { word: 'No new head', tone: 'critical' },
  forked: { word: 'Forked', tone: 'failed' },
  shrunk: { word: 'Shrunk', tone: 'failed' },
  omitted: { word: 'Omitted a name', tone: 'failed' },
} as const satisfies Record<TailOutcomeKind, Words>;

export const logOutcome = ({ outcome }: Pick<LogSource, 'outcome'>): Words =>
  outcome === null ? { word: 'Not asked yet', tone: 'pending' } : logOutcomes[outcome];

/** The last daily self-test of a log. */
export const selfTestText = (test: LogSource['selfTest']): string =>
  test === null ? 'No self-test yet' : `Self-test ${test.isFound ? 'passed' : 'missed a name'} ${dateText(test.at)}`;

const searchOutcomes = {
  complete: { word: 'Complete', tone: 'valid' },
  partial: { word: 'Partial', tone: 'warning' },
  failed: { word: 'Failed', tone: 'warning' },
} as const satisfies Record<NonNullable<SearchSource['outcome']>, Words>;

export const searchOutcome = ({ outcome }: Pick<SearchSource, 'outcome'>): Words =>
  outcome === null ? { word: 'Not asked yet', tone: 'pending' } : searchOutcomes[outcome];

const GIGABYTE = 1_000_000_000;

/** `1.2 GB`, rounded to a tenth. */
export const gigabytesText = (bytes: number): string => `${(bytes / GIGABYTE).toLocaleString('en-US', { maximumFractionDigits: 1 })} GB`;

/** By the organization of the issuer: the address for certificate problem reports in the CA's CPS, section 1.5.2 (November 2026). */
const problemReports: readonly (readonly [organization: string, address: string])[] = [
  ["Let's Encrypt", 'cert-prob-reports@letsencrypt.org'],
  ['DigiCert', 'revoke@digicert.com'],
  ['Sectigo', 'sslabuse@sectigo.com'],
];

/** Where a CA takes reports; null if it has to be looked up. */
export const problemReportAddress = ({ issuerOrganization }: Pick<IssuanceDetail, 'issuerOrganization'>): string | null =>
  problemReports.find(([organization]) => issuerOrganization?.startsWith(organization))?.[1] ?? null;

/** The line of the report that names a place where the certificate is logged; null for a search service. */
const placeLine = ({ source, name, operator, reference, at }: IssuanceDetail['places'][number]): string | null =>
  source === 'log'
    ? `  ${name}${operator === null ? '' : ` (${operator})`}, entry ${reference}${at === null ? '' : `, ${dateTimeText(at)}`}`
    : null;

/**
 * The text that asks a CA to revoke a certificate. The reason that it names is one of the Baseline Requirements, 4.9.1.1: the original
 * request was not authorized. Section 4.9.5 has the 24 hours.
 */
export const revocationText = (issuance: IssuanceDetail): string => {
  const { domain, names, issuer, serialNumber, spkiSha256, places, pem } = issuance;
  const logged = places.map(placeLine).filter((line) => line !== null);
  return [
    `Subject: Certificate problem report: unauthorized certificate, serial number ${serialNumber}`,
    '',
    `Your CA issued the certificate below for names of ${domain}, a domain that our organization controls.`,
    'We did not request this certificate, and we do not authorize the request that led to it.',
    'Please revoke it (Baseline Requirements, section 4.9.1.1), and send us your preliminary report within 24 hours (section 4.9.5).',
    'Please also report who requested it, and how you validated control of each name.',
    '',
    `Issuer: ${issuer}`,
    `Serial number: ${serialNumber}`,
    `Valid: ${validityText(issuance)}`,
    `SHA-256 of the public key: ${spkiSha256}`,
    `Names (${plural(names.length, 'name')}):`,
    ...names.map((name) => `  ${name}`),
    ...(logged.length === 0 ? [] : ['Logged in:', ...logged]),
    ...(pem === null ? [] : ['', pem]),
  ].join('\n');
};
