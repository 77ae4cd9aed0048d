import type { CertificateId, DiscoveryJobId } from '../ids.ts';
import type { DiscoverySourceName, SourceOutcome } from './sources.ts';
import type { WildcardHint } from './wildcards.ts';

export const discoveryStatuses = ['running', 'completed', 'failed'] as const;
/** A cancelled run is `failed` with the error 'Cancelled'. */
export type DiscoveryStatus = (typeof discoveryStatuses)[number];

/** `waiting` and `running` lead to an outcome. */
export type SourceState = 'waiting' | 'running' | SourceOutcome;

export interface SourceView {
  readonly source: DiscoverySourceName;
  readonly state: SourceState;
  /** A sentence for people where it is partial or failed. */
  readonly reason: string | null;
  /** What a running source does, e.g. 'Page 7'. */
  readonly note: string | null;
  readonly fetchedAt: Date | null;
  /** What it had told an earlier search is used, as of `fetchedAt`. */
  readonly reused: boolean;
  /** Results that it found. */
  readonly count: number;
}

/** `live`: issuer and expiry are what is served. `log`: they are the log's. `none`: the host was not looked at, and no log names it. */
export type ResultSeen = 'live' | 'log' | 'none';

export interface DiscoveryResult {
  /** As it is added to monitoring: the port only where it is not 443. */
  readonly domain: string;
  readonly issuer: string | null;
  readonly expirationDate: Date | null;
  /** Null where the end is, and where only the end is known. */
  readonly notBefore: Date | null;
  /** At most 100 names of the certificate. */
  readonly san: readonly string[];
  readonly sources: readonly DiscoverySourceName[];
  /** Null where the host was not looked at (yet). */
  readonly reachable: boolean | null;
  /** Why it was not reached, or not looked at; a sentence. */
  readonly detail: string | null;
  readonly seen: ResultSeen;
  /** The endpoint of the organization that watches it already. */
  readonly certificateId: CertificateId | null;
  /** e.g. `*.example.com`, where one entry could watch it among others. */
  readonly wildcard: string | null;
  /** Not found by the run before; null where there is none to compare with. */
  readonly isNew: boolean | null;
}

/** What became of the same domain since the run before. */
export interface DiscoveryComparison {
  readonly jobId: DiscoveryJobId;
  readonly finishedAt: Date;
  readonly added: number;
  /** Only of sources that answered in full now. */
  readonly gone: number;
}

export const discoveryLists = ['all', 'unmonitored', 'new', 'gone'] as const;
/** Which results are listed; `gone` are those of the run before. */
export type DiscoveryList = (typeof discoveryLists)[number];

/** Of a part of a name that results are searched for. */
export const RESULT_SEARCH_MAX_LENGTH = 253;

/** One run of the organization. */
export interface DiscoverySummary {
  readonly jobId: DiscoveryJobId;
  readonly domain: string;
  readonly status: DiscoveryStatus;
  readonly error: string | null;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  /** Results in all. */
  readonly found: number;
}

/** One run with one page of its results, soonest expiry first. */
export interface DiscoveryView extends DiscoverySummary {
  /** Whole percent; 100 only for a completed run. */
  readonly progress: number;
  readonly sources: readonly SourceView[];
  /** Results that an endpoint of the organization watches already. */
  readonly monitored: number;
  /** Hosts that were found and not looked at, because of the limit or of the time. */
  readonly notLookedAt: number;
  readonly wildcards: readonly WildcardHint[];
  /** Null while it runs, after a failure, and where no earlier run completed. */
  readonly comparison: DiscoveryComparison | null;
  readonly results: readonly DiscoveryResult[];
  /** Rows of the list that was asked for. */
  readonly total: number;
  readonly offset: number;
  readonly limit: number;
}
