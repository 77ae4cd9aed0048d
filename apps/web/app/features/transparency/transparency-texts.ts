import { countText, dateText, HOUR_MS, type IssuanceState, NOT_SERVED_MS, type TailOutcomeKind } from '@notafter/domain';
import type { MarkTone } from '../../ui/status/status-mark.tsx';
import type { Issuance, LogSource, SearchSource } from './types.ts';

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
  not_stored: { word: 'Not stored', tone: 'critical' },
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

/** Entries that were not read because the log was not followed. */
export const gapText = ({ from, until, entries }: NonNullable<LogSource['gap']>): string =>
  until === null
    ? `Not followed since ${dateText(from)}. Reading goes on at the log’s head; the search services cover the time before.`
    : `Not followed from ${dateText(from)} to ${dateText(until)}: ${countText(entries ?? 0)} entries were not read. The search services cover that time.`;

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
