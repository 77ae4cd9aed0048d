import type { DomainMatcher, LoggedIssuance } from '@notafter/domain';
import { someName } from '../entries/certificate-names.ts';
import type { LogEntry } from '../entries/log-entry.ts';
import { readIssuance } from '../entries/read-issuance.ts';
import type { ScannedEntries } from './follower.ts';

/** Returns the entries that concern a watched domain. Only these are decoded beyond their names. */
export const scanEntries = (
  entries: readonly LogEntry[],
  matcher: DomainMatcher,
): { readonly found: readonly LoggedIssuance[]; readonly malformed: number } => {
  const found: LoggedIssuance[] = [];
  let malformed = 0;
  const visitor = { name: (name: string): boolean => matcher.matches(name) };
  for (const entry of entries) {
    const { isStopped, unreadable } = someName(entry.entry, visitor);
    if (unreadable !== null || entry.entry.loggedAt === null) malformed += 1;
    if (isStopped) found.push(readIssuance(entry, matcher));
  }
  return { found, malformed };
};

/** Adds up what several tiles had. */
export const together = (parts: readonly ScannedEntries[]): ScannedEntries => {
  const unknownTypes = new Map<string, number>();
  for (const part of parts) for (const [type, count] of part.unknownTypes) unknownTypes.set(type, (unknownTypes.get(type) ?? 0) + count);
  const sum = (of: (part: ScannedEntries) => number): number => parts.reduce((total, part) => total + of(part), 0);
  return {
    entries: parts.flatMap(({ entries }) => entries),
    scanned: sum(({ scanned }) => scanned),
    malformed: sum(({ malformed }) => malformed),
    unknownTypes,
    unread: sum(({ unread }) => unread),
    auditedTiles: sum(({ auditedTiles }) => auditedTiles),
  };
};
