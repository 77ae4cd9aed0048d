import { DomainError } from '../../errors/domain-error.ts';
import { addMs, DAY_MS, startOfSecond } from '../../time.ts';
import { orList } from '../../wording.ts';
import { type EndpointProtocol, endpointProtocols } from '../checks/observation.ts';
import type { DeploymentState } from '../deployment/deployment.ts';
import type { RenewalState } from '../renewal/renewal.ts';
import type { ExpiryRange } from '../status.ts';
import { type CertificateSource, certificateSources } from '../uploads/certificate-source.ts';

/** A date or a number of days left to compare expiries with. */
export interface ExpiryCondition {
  readonly comparison: '<' | '<=' | '=' | '>=' | '>';
  /** Whole days left, or the first instant of a day in UTC. */
  readonly bound: number | Date;
}

/** A parsed search; all of it must match. Every comparison ignores case. */
export interface ParsedSearch {
  /** Free text: a part of the domain or the issuer, as one phrase. */
  readonly text: string;
  /** Parts of the domain. */
  readonly domains: readonly string[];
  /** Parts of the issuer. */
  readonly issuers: readonly string[];
  /** Whole tags: a value, a name, or `name=value`. */
  readonly tags: readonly string[];
  /** Names of environments, or values of the tag `env`. */
  readonly environments: readonly string[];
  readonly expires: readonly ExpiryCondition[];
  /** Renewals that somebody may have to look after. */
  readonly renewals: readonly SearchedRenewal[];
  readonly protocols: readonly EndpointProtocol[];
  /** Names of collectors. */
  readonly collectors: readonly string[];
  /** `source` is the word of a tag. */
  readonly kinds: readonly CertificateSource[];
  /** Only those whose key another certificate has too. */
  readonly keys: readonly 'shared'[];
  /** Of endpoints that serve another certificate than is known for them. */
  readonly deployments: readonly SearchedDeployment[];
}

const searchedRenewals = ['due', 'late'] as const satisfies readonly RenewalState[];
export type SearchedRenewal = (typeof searchedRenewals)[number];

/** `any`: whatever the difference is. */
export type SearchedDeployment = DeploymentState | 'any';
const searchedDeployments = new Map<string, SearchedDeployment>([
  ['not-reloaded', 'not_reloaded'],
  ['not-deployed', 'not_deployed'],
  ['behind', 'left_behind'],
  ['unknown', 'unknown'],
  ['any', 'any'],
]);

/** The dialog's own tags are words of the language; any other name is written as `tag:name=value`. */
const tagWords = ['owner', 'team', 'source'] as const;
const words = [
  'tag',
  'issuer',
  'env',
  'expires',
  'renewal',
  'protocol',
  'domain',
  'collector',
  'kind',
  'key',
  'deploy',
  ...tagWords,
] as const;
type Word = (typeof words)[number];
const wordOf = (text: string): Word | undefined => words.find((word) => word === text.toLowerCase());

class SearchProblem extends Error {}

const refuse = (message: string): never => {
  throw new SearchProblem(message);
};

interface Token {
  readonly word: Word | null;
  readonly value: string;
}

/** `word:value`, `word:"a value"`, `"a phrase"` or a word of free text; a colon behind any other word is part of the text. */
const tokensOf = (search: string): Token[] => {
  const tokens: Token[] = [];
  const pattern = /\s*(?:([a-z]+):)?(?:"([^"]*)("|$)|([^\s"]+))?/giy;
  while (pattern.lastIndex < search.length) {
    const start = pattern.lastIndex;
    const [whole = '', prefix, quoted, closing, bare] = pattern.exec(search) ?? [];
    if (whole === '') {
      // A quotation mark that neither starts nor ends a value.
      pattern.lastIndex = start + 1;
      continue;
    }
    if (quoted !== undefined && closing === '') refuse(`Close the quotation mark behind ${quoted === '' ? 'it' : `"${quoted}`}.`);
    const value = quoted ?? bare ?? '';
    const word = prefix === undefined ? undefined : wordOf(prefix);
    if (word !== undefined) {
      if (value.trim() === '') refuse(`Write what to look for directly behind '${word}:'.`);
      tokens.push({ word, value: value.trim() });
    } else if (prefix !== undefined || value !== '') {
      tokens.push({ word: null, value: prefix === undefined ? value : `${prefix}:${value}` });
    }
  }
  return tokens;
};

const EXPIRES_HELP = "Write 'expires:' with days or a date, such as expires:<30d, expires:>90d or expires:<=2027-01-31.";

const parseExpiry = (text: string): ExpiryCondition => {
  const [, sign = '', days, date] = /^(<=|>=|<|>|=)?(?:(-?\d{1,5})d|(\d{4}-\d\d-\d\d))$/i.exec(text) ?? [];
  const comparison = comparisons.find((known) => known === (sign || '=')) ?? '=';
  if (days !== undefined) return { comparison, bound: Number(days) };
  const bound = new Date(`${date}T00:00:00Z`);
  // A day that its month does not have would roll over into the next.
  if (date === undefined || Number.isNaN(bound.getTime()) || !bound.toISOString().startsWith(date)) return refuse(EXPIRES_HELP);
  return { comparison, bound };
};

const parseRenewal = (text: string): SearchedRenewal =>
  searchedRenewals.find((state) => state === text.toLowerCase()) ?? refuse("Write 'renewal:' with due or late, such as renewal:late.");

const parseProtocol = (text: string): EndpointProtocol =>
  endpointProtocols.find((protocol) => protocol === text.toLowerCase()) ??
  refuse(`Write 'protocol:' with ${orList(endpointProtocols)}, such as protocol:smtp.`);

const parseKind = (text: string): CertificateSource =>
  certificateSources.find((source) => source === text.toLowerCase()) ??
  refuse(`Write 'kind:' with ${orList(certificateSources)}, such as kind:upload.`);

const parseKey = (text: string): 'shared' => (text.toLowerCase() === 'shared' ? 'shared' : refuse("Write 'key:' with shared: key:shared."));

/** The names of the states in the API work too. */
const parseDeployment = (text: string): SearchedDeployment => {
  const name = text
    .toLowerCase()
    .replaceAll('_', '-')
    .replace(/^left-/, '');
  return (
    searchedDeployments.get(name) ?? refuse(`Write 'deploy:' with ${orList(searchedDeployments.keys())}, such as deploy:not-reloaded.`)
  );
};

const comparisons = ['<', '<=', '=', '>=', '>'] as const;

const read = (search: string): ParsedSearch => {
  const tokens = tokensOf(search);
  const valuesOf = (wanted: Word): string[] => tokens.flatMap(({ word, value }) => (word === wanted ? [value] : []));
  const isPlain = !search.includes('"') && tokens.every(({ word }) => word === null);
  return {
    // Blanks inside plain text stay as they were typed.
    text: isPlain ? search.trim() : tokens.flatMap(({ word, value }) => (word === null ? [value] : [])).join(' '),
    domains: valuesOf('domain'),
    issuers: valuesOf('issuer'),
    tags: [...valuesOf('tag'), ...tagWords.flatMap((name) => valuesOf(name).map((value) => `${name}=${value}`))],
    environments: valuesOf('env'),
    expires: valuesOf('expires').map(parseExpiry),
    renewals: valuesOf('renewal').map(parseRenewal),
    protocols: valuesOf('protocol').map(parseProtocol),
    collectors: valuesOf('collector'),
    kinds: valuesOf('kind').map(parseKind),
    keys: valuesOf('key').map(parseKey),
    deployments: valuesOf('deploy').map(parseDeployment),
  };
};

/** Returns the text that says what to change in a search; null for a valid one. Screens ask it, without the catalogue of errors. */
export const problemOfSearch = (search: string): string | null => {
  try {
    read(search);
    return null;
  } catch (error) {
    if (error instanceof SearchProblem) return error.message;
    throw error;
  }
};

/**
 * Parses typed search text: free text, and `tag:`, `issuer:`, `domain:`, `env:`, `owner:`, `team:`, `source:`, `renewal:`, `protocol:`,
 * `collector:`, `kind:`, `key:`, `deploy:` or `expires:` with a value, in quotation marks if it contains blanks. Throws `search_invalid` with a text that says what to change.
 */
export const parseSearch = (search: string): ParsedSearch => {
  const message = problemOfSearch(search);
  if (message !== null) throw new DomainError('search_invalid', { message, details: [{ path: 'search', message }] });
  return read(search);
};

/** Whether a search is only free text. */
export const isFreeText = ({ text, ...narrowing }: ParsedSearch): boolean =>
  Object.values(narrowing).every((values) => values.length === 0);

/** Returns the expiry instants that all conditions allow at `now`, by the same whole days as `daysLeft`; null without a condition. */
export const expiryRangeOf = (conditions: readonly ExpiryCondition[], now: Date): ExpiryRange | null => {
  if (conditions.length === 0) return null;
  const froms: number[] = [];
  const untils: number[] = [];
  for (const { comparison, bound } of conditions) {
    const start = typeof bound === 'number' ? addMs(startOfSecond(now), bound * DAY_MS).getTime() : bound.getTime();
    const end = start + DAY_MS;
    if (comparison === '<') untils.push(start);
    if (comparison === '<=') untils.push(end);
    if (comparison === '>=') froms.push(start);
    if (comparison === '>') froms.push(end);
    if (comparison === '=') {
      froms.push(start);
      untils.push(end);
    }
  }
  return {
    from: froms.length === 0 ? null : new Date(Math.max(...froms)),
    until: untils.length === 0 ? null : new Date(Math.min(...untils)),
  };
};
