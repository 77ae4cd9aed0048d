import type { HistoryAction } from '@notafter/domain';
import type { IconName } from '../../../ui/icons.tsx';
import type { HistoryEntry } from '../types.ts';

/** Spec 1 section 9. */
export const historySizes = [25, 50, 100] as const;
export type HistorySize = (typeof historySizes)[number];
const SIZE_DEFAULT: HistorySize = 50;
const CURSOR_MAX = 1000;

/** The page of the history, part of the detail's address. */
export interface HistoryPage {
  readonly rows: HistorySize;
  readonly cursor: string | null;
}

/** Reads an address. Anything invalid becomes the default. */
export function parseHistoryPage(params: URLSearchParams): HistoryPage {
  const rows = Number(params.get('rows'));
  const cursor = params.get('cursor');
  return {
    rows: historySizes.find((size) => size === rows) ?? SIZE_DEFAULT,
    cursor: cursor === null || cursor === '' || cursor.length > CURSOR_MAX ? null : cursor,
  };
}

/** The query of an address, without the defaults. */
export function historySearch({ rows, cursor }: HistoryPage): URLSearchParams {
  const params = new URLSearchParams();
  if (rows !== SIZE_DEFAULT) params.set('rows', String(rows));
  if (cursor !== null) params.set('cursor', cursor);
  return params;
}

/** The same object for loader and screen, so that the screen finds the loaded data. */
export const historyInput = (id: string, { rows, cursor }: HistoryPage) => ({ id, limit: rows, ...(cursor === null ? {} : { cursor }) });

/** The first digits of a fingerprint, without its colons. */
export const shortFingerprint = (fingerprint: string, digits: number): string => fingerprint.replaceAll(':', '').slice(0, digits);

export const actionWords = {
  added: { label: 'Added', icon: 'plus' },
  renewed: { label: 'Renewed', icon: 'refresh' },
  checked: { label: 'Checked', icon: 'activity' },
} as const satisfies Record<HistoryAction, { label: string; icon: IconName }>;

/** Two entries of one history, the older one first. */
export type EntryPair = readonly [HistoryEntry, HistoryEntry];
