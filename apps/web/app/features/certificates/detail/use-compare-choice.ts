import { useState } from 'react';
import type { HistoryEntry } from '../types.ts';

/** Two entries of one history, the older one first. */
export type EntryPair = readonly [HistoryEntry, HistoryEntry];

const byTime = (one: HistoryEntry, other: HistoryEntry): EntryPair => (one.recordedAt <= other.recordedAt ? [one, other] : [other, one]);

/** The choice of two entries, on one or two pages of the history. The second opens the comparison. */
export function useCompareChoice() {
  const [chosen, setChosen] = useState<readonly HistoryEntry[] | null>(null);
  const entries = chosen ?? [];
  const [first, second] = entries;
  const isChosen = ({ id }: HistoryEntry): boolean => entries.some((entry) => entry.id === id);
  return {
    choosing: chosen !== null,
    count: entries.length,
    isChosen,
    opened: first === undefined || second === undefined ? null : byTime(first, second),
    start: () => setChosen([]),
    stop: () => setChosen(null),
    toggle: (entry: HistoryEntry) => setChosen(isChosen(entry) ? entries.filter(({ id }) => id !== entry.id) : [...entries, entry]),
  };
}

export type CompareChoice = ReturnType<typeof useCompareChoice>;
