import type { SourceOutcome, SourceStep } from '@notafter/domain';
import type { Findings } from '../findings.ts';

export interface ServiceRequest {
  readonly domain: string;
  readonly signal: AbortSignal;
  /** `performance.now()` at which it ends with what it has. */
  readonly deadline: number;
  readonly findings: Findings;
  step(step: SourceStep): void;
}

export interface ServiceReport {
  readonly outcome: SourceOutcome;
  readonly reason: string | null;
  /** Asked again soon it would say the same: all it has, or as much as a limit lets through. */
  readonly isLasting: boolean;
}

/** One service that answers from certificate transparency logs. Never rejects for what the service does. */
export interface CtService {
  /** As people know it. */
  readonly name: string;
  find(request: ServiceRequest): Promise<ServiceReport>;
}
