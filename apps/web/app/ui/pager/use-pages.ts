import { countText } from '@notafter/domain';
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
export const rangeText = (start: number, count: number): string =>
  count <= 1 ? countText(start + 1) : `${countText(start + 1)}\u2013${countText(start + count)}`;

interface ListPage {
  readonly total: number;
  /** There are more than `total`. */
  readonly totalCapped?: boolean;
  /** Of its first row, from 0 on; null if it is not known. */
  readonly position: number | null;
}

/** `1–10 of 48`, `48 of 48`; a capped count says so, and a position that is not known is left out. */
export function pageText({ total, totalCapped = false, position }: ListPage, shown: number): string {
  const all = totalCapped ? `more than ${countText(total)}` : countText(total);
  if (shown === 0) return `0 of ${all}`;
  return `${position === null ? countText(shown) : rangeText(position, shown)} of ${all}`;
}

interface CursorPage extends ListPage {
  /** Null at that end of the list. */
  readonly previousCursor: string | null;
  readonly nextCursor: string | null;
}

/** The pages of a list that the server turns by cursors. */
export function cursorPages(page: CursorPage, shown: number, turnTo: (cursor: string) => void) {
  const turn = (cursor: string | null) => (cursor === null ? null : () => turnTo(cursor));
  return { text: pageText(page, shown), onPrevious: turn(page.previousCursor), onNext: turn(page.nextCursor) };
}

/** A place in a list whose cursors lead only forward: the cursors of the pages up to this one, none for the first. */
export interface ForwardPlace {
  readonly size: TableSize;
  readonly cursors: readonly string[];
}

/** The pages of such a list: the way back is the cursors that led here. */
export function forwardPages(
  { total, nextCursor }: { readonly total: number; readonly nextCursor: string | null },
  shown: number,
  { size, cursors }: ForwardPlace,
  turnTo: (place: ForwardPlace) => void,
) {
  return {
    ...{ size, needed: total > tableSizes[0], text: pageText({ total, position: cursors.length * size }, shown) },
    setSize: (next: TableSize) => turnTo({ size: next, cursors: [] }),
    onPrevious: cursors.length === 0 ? null : () => turnTo({ size, cursors: cursors.slice(0, -1) }),
    onNext: nextCursor === null ? null : () => turnTo({ size, cursors: [...cursors, nextCursor] }),
  };
}

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
    text: pageText({ total: items.length, position: start }, shown.length),
    onPrevious: page === 0 ? null : () => setPage(page - 1),
    onNext: page === last ? null : () => setPage(page + 1),
    needed: items.length > tableSizes[0],
  };
}
