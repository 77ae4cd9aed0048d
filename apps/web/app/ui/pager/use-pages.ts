import { useState } from 'react';

/** Rows of a page, for every table but the list of certificates. */
export const tableSizes = [10, 25, 50, 100] as const;
export type TableSize = (typeof tableSizes)[number];

export interface Pages<Item> {
  readonly shown: readonly Item[];
  readonly size: TableSize;
  readonly setSize: (size: TableSize) => void;
  /** `11–20 of 48` */
  readonly text: string;
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
  /** Whether there is more than the smallest page holds. */
  readonly needed: boolean;
}

/** `1–10`, or `7` where the page has but one row. */
export const rangeText = (start: number, count: number): string => (count <= 1 ? String(start + 1) : `${start + 1}\u2013${start + count}`);

/** Turns the pages of a list that is all here. A page that is gone after a removal shows the one before. */
export function usePages<Item>(items: readonly Item[]): Pages<Item> {
  const [size, setSize] = useState<TableSize>(tableSizes[0]);
  const [wanted, setPage] = useState(0);
  const last = Math.max(0, Math.ceil(items.length / size) - 1);
  const page = Math.min(wanted, last);
  const start = page * size;
  const shown = items.slice(start, start + size);
  return {
    shown,
    size,
    setSize: (next) => {
      setSize(next);
      setPage(0);
    },
    text: `${rangeText(start, shown.length)} of ${items.length}`,
    onPrevious: page === 0 ? null : () => setPage(page - 1),
    onNext: page === last ? null : () => setPage(page + 1),
    needed: items.length > tableSizes[0],
  };
}
