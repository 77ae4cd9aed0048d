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
}

/** One service that answers from certificate transparency logs. Never rejects for what the service does. */
export interface CtService {
  find(request: ServiceRequest): Promise<ServiceReport>;
}
