import type { Issuance } from './issuance.ts';

/** An issuance that a search service knows. */
export interface FoundIssuance extends Issuance {
  /** The service's ID of the certificate. */
  readonly sourceId: string;
}

/** How a search ended. */
export interface IssuanceSearchResult {
  /**
   * `complete`: everything that the service knows since the cursor. `partial`: with gaps, or only the beginning. `failed`: nothing.
   */
  readonly outcome: 'complete' | 'partial' | 'failed';
  /** Why it is not complete. */
  readonly reason: string | null;
  /** When the service wants to be asked again, in milliseconds; null if it did not say. */
  readonly retryAfterMs: number | null;
  /** As passed to the last `onBatch`, or as given. */
  readonly cursor: string | null;
}

export interface IssuanceSearch {
  /** Certificates for it and for names below it. */
  readonly domain: string;
  /** Opaque, as the source passed it to `onBatch`; null starts with everything that has not expired. */
  readonly cursor: string | null;
  readonly signal: AbortSignal;
  /** For the whole search. */
  readonly timeoutMs: number;
  /** Returns which of these IDs are stored: their certificates need not be downloaded again. */
  known(sourceIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Stores issuances and cursor in one transaction. The same issuance can come again after an interrupted search. */
  onBatch(batch: { readonly cursor: string | null; readonly issuances: readonly FoundIssuance[] }): Promise<void>;
}

/** A service that searches logs. Rejects only with what `onBatch` and `known` throw. */
export interface IssuanceSource {
  /** Display name. */
  readonly name: string;
  read(request: IssuanceSearch): Promise<IssuanceSearchResult>;
}
