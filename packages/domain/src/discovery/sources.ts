import type { ServedObservation } from '../certificates/checks/observation.ts';
import { addMs, DAY_MS } from '../time.ts';

export const discoverySources = ['direct', 'dns', 'ct_logs', 'san'] as const;
/** Where a name was found; the order is the one in which sources are shown. */
export type DiscoverySourceName = (typeof discoverySources)[number];

export const sourceOutcomes = ['complete', 'partial', 'failed'] as const;
export type SourceOutcome = (typeof sourceOutcomes)[number];

/** A certificate as a log describes it. Text is made safe and bounded. */
export interface LoggedCertificate {
  /** The issuer's O, else its CN. */
  readonly issuer: string;
  /** Null where the log's word cannot be read. */
  readonly notBefore: Date | null;
  readonly notAfter: Date;
  /** At most `LISTED_NAMES_MAX`. */
  readonly san: readonly string[];
}

/** Logs forget nothing: a host that does not answer and whose last certificate ended before this is no result. */
const EXPIRED_LISTED_MS = 90 * DAY_MS;

/** Whether what a log says stands for a host that does not answer. */
export const isWorthListing = ({ notAfter }: LoggedCertificate, now: Date): boolean => notAfter >= addMs(now, -EXPIRED_LISTED_MS);

/** What one source says of one name. Wildcards are hints and have no port to look at. */
export interface SourceFinding {
  readonly host: string;
  readonly port: number;
  readonly isWildcard: boolean;
  /** The certificate of the name that ends last among those a log told of. */
  readonly logged: LoggedCertificate | null;
  /** What the source itself saw there, so that nobody has to look again. */
  readonly observed: ServedObservation | null;
}

/** What one service behind a source said that it would say again within hours: all it has, or as much as its limit lets it. */
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
  /** Of several answers the oldest: what is told is as of then. */
  readonly fetchedAt: Date;
  /** Of services that need not be asked again soon. */
  readonly answers?: readonly ServiceAnswer[];
  /** Nobody was asked, as nothing can be known there: complete, and yet no answer. */
  readonly unasked?: boolean;
}

/** How far a source is, from 0 to 1, and what it does, e.g. 'Page 7'. */
export interface SourceStep {
  readonly done: number;
  readonly note: string | null;
}

export interface SourceRequest {
  /** An A-label name; only names at or below it are found. */
  readonly domain: string;
  /** What services said to a search shortly before, whose names this one has already: they are not asked again. */
  readonly answered?: readonly ServiceAnswer[];
  /** Ends the source early; its report no longer matters then. */
  readonly signal: AbortSignal;
  /** The source ends within this, with what it has. */
  readonly budgetMs: number;
  /** Takes findings, at most `FINDINGS_AT_ONCE`; to be awaited. False: no more names are taken. */
  found(findings: readonly SourceFinding[]): Promise<boolean>;
  step(step: SourceStep): void;
  /** Names in the certificates that were seen so far, page by page. Only `san` asks. */
  seenNames(): AsyncIterable<readonly string[]>;
}

/** One place where names of a domain are found. Never rejects for what the place does. */
export interface DiscoverySource {
  readonly name: DiscoverySourceName;
  find(request: SourceRequest): Promise<SourceReport>;
}

export const FINDINGS_AT_ONCE = 500;
/** Names of one certificate that are kept with a result. */
export const LISTED_NAMES_MAX = 100;
/** Names of one run that are kept; a source that has more is partial. */
export const DISCOVERY_NAMES_MAX = 20_000;
/** What a run may take in all, waiting in the queue apart. */
export const DISCOVERY_BUDGET_MS = 300_000;
