import type { DomainMatcher } from '@notafter/domain';
import { z } from 'zod';
import { comparableDecodedName, isPlainName } from '../domain-matcher.ts';
import { parseJson } from '../parse-json.ts';
import { someName } from './certificate-names.ts';
import type { LogEntry } from './log-entry.ts';

/** A line of a names tile (Sunlight's TrimmedEntry). */
const trimmedEntry = z.object({
  Subject: z.object({ CommonName: z.string().optional() }).optional(),
  DNS: z.array(z.string()).nullish(),
});

/** The comparable names of a tile. Nothing vouches for them. */
export interface NamesTile {
  readonly names: ReadonlySet<string>;
}

/**
 * Reads the first `count` lines of a names tile. Returns null unless there is a readable line for each entry: logs leave out
 * certificates that they cannot parse, whose names then are only in the data tile.
 */
export const readNamesTile = (bytes: Buffer, count: number): NamesTile | null => {
  const lines = bytes.toString('utf8').split('\n', count);
  const names = new Set<string>();
  for (const line of lines) {
    const read = trimmedEntry.safeParse(parseJson(line));
    if (!read.success) return null;
    const { DNS: dns, Subject: subject } = read.data;
    for (const name of dns ?? []) names.add(comparableDecodedName(name));
    if (subject?.CommonName !== undefined) names.add(comparableDecodedName(subject.CommonName));
  }
  return lines.length === count ? { names } : null;
};

export const concernsWatched = ({ names }: NamesTile, matcher: DomainMatcher): boolean => {
  for (const name of names) if (matcher.matches(name)) return true;
  return false;
};

const LISTED_MAX = 10;

/** Returns names of the entries that the names tile lacks, at most ten. Names that are not ASCII are written in several ways. */
export const omittedNames = ({ names }: NamesTile, entries: readonly LogEntry[]): readonly string[] => {
  const omitted = new Set<string>();
  for (const { entry } of entries) {
    const own: string[] = [];
    const commonNames: (string | null)[] = [];
    const see = (name: string): boolean => {
      if (isPlainName(name) && !names.has(name)) own.push(name);
      return false;
    };
    const { unreadable } = someName(entry, { name: see, commonName: (name) => commonNames.push(name) });
    // The tile has one of several.
    const [commonName = null] = commonNames;
    if (commonNames.length === 1 && commonName !== null) see(commonName);
    // Bytes that only look like names are not omitted.
    if (unreadable === null) for (const name of own) omitted.add(name);
    if (omitted.size >= LISTED_MAX) break;
  }
  return [...omitted].slice(0, LISTED_MAX);
};
