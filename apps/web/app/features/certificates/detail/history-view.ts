/** Spec 1 section 9. */
export const historySizes = [25, 50, 100] as const;
export type HistorySize = (typeof historySizes)[number];
export const HISTORY_DEFAULT: HistorySize = 50;

interface HistoryInput {
  readonly id: string;
  readonly limit: HistorySize;
  readonly cursor?: string;
}

/** The same object for the loader and the screen, so that the screen finds what the loader fetched. */
export const historyInput = (id: string, limit: HistorySize, cursor: string | null): HistoryInput => ({
  id,
  limit,
  ...(cursor === null ? {} : { cursor }),
});

/** The first digits of a fingerprint, without its colons. */
export const shortFingerprint = (fingerprint: string, digits: number): string => fingerprint.replaceAll(':', '').slice(0, digits);
