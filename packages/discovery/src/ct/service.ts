import type { SourceOutcome, SourceStep } from '@notafter/domain';
import type { Findings } from '../findings.ts';

export interface ServiceRequest {
  readonly domain: string;
  readonly signal: AbortSignal;
  /** `performance.now()` at which it ends with the names found so far. */
  readonly deadline: number;
  readonly findings: Findings;
  step(step: SourceStep): void;
}

export interface ServiceReport {
  readonly outcome: SourceOutcome;
  readonly reason: string | null;
  /** The same request would soon get the same answer: everything, or as much as a limit allows. */
  readonly isLasting: boolean;
}

/** A service that searches certificate transparency logs. Never rejects because of the service. */
export interface CtService {
  /** Display name. */
  readonly name: string;
  find(request: ServiceRequest): Promise<ServiceReport>;
}
