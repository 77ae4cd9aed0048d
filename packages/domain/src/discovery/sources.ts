import type { ServedObservation } from '../certificates/checks/observation.ts';
import { addMs, DAY_MS } from '../time.ts';

export const discoverySources = ['direct', 'dns', 'ct_logs', 'san'] as const;
/** Where a name was found; in display order. */
export type DiscoverySourceName = (typeof discoverySources)[number];

export const sourceOutcomes = ['complete', 'partial', 'failed'] as const;
export type SourceOutcome = (typeof sourceOutcomes)[number];

/** A certificate as a log describes it. Text is sanitized and bounded. */
export interface LoggedCertificate {
  /** The issuer's O, else its CN. */
  readonly issuer: string;
  /** Null if the log's value cannot be parsed. */
  readonly notBefore: Date | null;
  readonly notAfter: Date;
  /** At most `LISTED_NAMES_MAX`. */
  readonly san: readonly string[];
}

/** Logs never delete: a host that does not answer and whose last certificate ended before this is not a result. */
const EXPIRED_LISTED_MS = 90 * DAY_MS;

/** Whether a log entry represents a host that does not answer. */
export const isWorthListing = ({ notAfter }: LoggedCertificate, now: Date): boolean => notAfter >= addMs(now, -EXPIRED_LISTED_MS);

/** A name from one source. Wildcards are hints and have no port to check. */
export interface SourceFinding {
  readonly host: string;
  readonly port: number;
  readonly isWildcard: boolean;
  /** The certificate of the name that ends last among those in a log. */
  readonly logged: LoggedCertificate | null;
  /** Observation by the source itself, so that no check is needed. */
  readonly observed: ServedObservation | null;
}

/** Answer of one service behind a source that it would repeat within hours: everything it has, or up to its limit. */
export interface ServiceAnswer {
  readonly service: string;
  readonly outcome: SourceOutcome;
  readonly reason: string | null;
  readonly fetchedAt: Date;
}

/** How a source ended. A truncated answer is `partial`; the reason is a sentence for people. */
export interface SourceReport {
  readonly outcome: SourceOutcome;
  readonly reason: string | null;
  /** Of several answers the oldest. */
  readonly fetchedAt: Date;
  /** Answers of services that need not be queried again soon. */
  readonly answers?: readonly ServiceAnswer[];
  /** No service was queried, since none can know anything: complete, but not an answer. */
  readonly unasked?: boolean;
}

/** Progress of a source, from 0 to 1, and its current step, e.g. 'Page 7'. */
export interface SourceStep {
  readonly done: number;
  readonly note: string | null;
}

export interface SourceRequest {
  /** An A-label name; only names at or below it are found. */
  readonly domain: string;
  /** Recent answers of services, whose names are stored already: they are not queried again. */
  readonly answered?: readonly ServiceAnswer[];
  /** Ends the source early; its report no longer matters then. */
  readonly signal: AbortSignal;
  /** The source ends within this time, with what it has. */
  readonly budgetMs: number;
  /** Receives findings, at most `FINDINGS_AT_ONCE`; await it. False: further names are refused. */
  found(findings: readonly SourceFinding[]): Promise<boolean>;
  step(step: SourceStep): void;
  /** Names in the certificates seen so far, page by page. Only `san` uses it. */
  seenNames(): AsyncIterable<readonly string[]>;
}

/** One source of names of a domain. Never rejects because of the remote service. */
export interface DiscoverySource {
  readonly name: DiscoverySourceName;
  find(request: SourceRequest): Promise<SourceReport>;
}

export const FINDINGS_AT_ONCE = 500;
/** Names of one certificate stored with a result. */
export const LISTED_NAMES_MAX = 100;
/** Names stored per run; a source that has more is partial. */
export const DISCOVERY_NAMES_MAX = 20_000;
/** The time limit of a run, without its wait in the queue. */
export const DISCOVERY_BUDGET_MS = 300_000;
