import type { CertificateId, DiscoveryJobId } from '../ids.ts';
import type { DiscoverySourceName, SourceOutcome } from './sources.ts';
import type { WildcardHint } from './wildcards.ts';

export const discoveryStatuses = ['running', 'completed', 'failed'] as const;
/** A canceled run is `failed` with the error 'Cancelled'. */
export type DiscoveryStatus = (typeof discoveryStatuses)[number];

/** `waiting` and `running` lead to an outcome. */
export type SourceState = 'waiting' | 'running' | SourceOutcome;

export interface SourceView {
  readonly source: DiscoverySourceName;
  readonly state: SourceState;
  /** A sentence if it is partial or failed. */
  readonly reason: string | null;
  /** The current step of a running source, e.g. 'Page 7'. */
  readonly note: string | null;
  readonly fetchedAt: Date | null;
  /** Uses the answer to an earlier search, as of `fetchedAt`. */
  readonly reused: boolean;
  /** Results that it found. */
  readonly count: number;
}

/** `live`: issuer and expiry are served. `log`: they are from a log. `none`: the host was not checked, and is in no log. */
export type ResultSeen = 'live' | 'log' | 'none';

export interface DiscoveryResult {
  /** As added to monitoring: the port only if it is not 443. */
  readonly domain: string;
  readonly issuer: string | null;
  readonly expirationDate: Date | null;
  /** Null if the expiry is, and if only the expiry is known. */
  readonly notBefore: Date | null;
  /** At most 100 names of the certificate. */
  readonly san: readonly string[];
  readonly sources: readonly DiscoverySourceName[];
  /** Null if the host was not checked (yet). */
  readonly reachable: boolean | null;
  /** Why it was not reached, or not checked; a sentence. */
  readonly detail: string | null;
  readonly seen: ResultSeen;
  /** The endpoint of the organization that already monitors it. */
  readonly certificateId: CertificateId | null;
  /** e.g. `*.example.com`, if one wildcard could cover it and others. */
  readonly wildcard: string | null;
  /** Not found by the previous run; null without one. */
  readonly isNew: boolean | null;
}

/** Changes of the domain since the previous run. */
export interface DiscoveryComparison {
  readonly jobId: DiscoveryJobId;
  readonly finishedAt: Date;
  readonly added: number;
  /** Only of sources that answered in full now. */
  readonly gone: number;
}

export const discoveryLists = ['all', 'unmonitored', 'new', 'gone'] as const;
/** The listed results; `gone` are those of the previous run. */
export type DiscoveryList = (typeof discoveryLists)[number];

/** Maximum length of the text that results are searched for. */
export const RESULT_SEARCH_MAX_LENGTH = 253;

/** One run of the organization. */
export interface DiscoverySummary {
  readonly jobId: DiscoveryJobId;
  readonly domain: string;
  readonly status: DiscoveryStatus;
  readonly error: string | null;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  /** Number of results. */
  readonly found: number;
}

/** One run with one page of its results, soonest expiry first. */
export interface DiscoveryView extends DiscoverySummary {
  /** Whole percent; 100 only for a completed run. */
  readonly progress: number;
  readonly sources: readonly SourceView[];
  /** Results that an endpoint of the organization already monitors. */
  readonly monitored: number;
  /** Hosts found but not checked, because of the limit or the time. */
  readonly notLookedAt: number;
  readonly wildcards: readonly WildcardHint[];
  /** Null while it runs, after a failure, and if no earlier run completed. */
  readonly comparison: DiscoveryComparison | null;
  readonly results: readonly DiscoveryResult[];
  /** Rows of the requested list. */
  readonly total: number;
  readonly offset: number;
  readonly limit: number;
}
