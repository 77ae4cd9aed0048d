/** Spec 1 section 9. */
export const historySizes = [25, 50, 100] as const;
export type HistorySize = (typeof historySizes)[number];
const SIZE_DEFAULT: HistorySize = 50;
const CURSOR_MAX = 1000;

/** Which page of the history is shown; it stands in the detail's address. */
export interface HistoryPage {
  readonly rows: HistorySize;
  readonly cursor: string | null;
}

interface HistoryInput {
  readonly id: string;
  readonly limit: HistorySize;
  readonly cursor?: string;
}

/** Reads an address; whatever is not understood has its default. */
export function parseHistoryPage(params: URLSearchParams): HistoryPage {
  const rows = Number(params.get('rows'));
  const cursor = params.get('cursor');
  return {
    rows: historySizes.find((size) => size === rows) ?? SIZE_DEFAULT,
    cursor: cursor === null || cursor === '' || cursor.length > CURSOR_MAX ? null : cursor,
  };
}

/** The query of an address, only what differs from the default. */
export function historySearch({ rows, cursor }: HistoryPage): URLSearchParams {
  const params = new URLSearchParams();
  if (rows !== SIZE_DEFAULT) params.set('rows', String(rows));
  if (cursor !== null) params.set('cursor', cursor);
  return params;
}

/** The same object for the loader and the screen, so that the screen finds what the loader fetched. */
export const historyInput = (id: string, { rows, cursor }: HistoryPage): HistoryInput => ({
  id,
  limit: rows,
  ...(cursor === null ? {} : { cursor }),
});

/** The first digits of a fingerprint, without its colons. */
export const shortFingerprint = (fingerprint: string, digits: number): string => fingerprint.replaceAll(':', '').slice(0, digits);
