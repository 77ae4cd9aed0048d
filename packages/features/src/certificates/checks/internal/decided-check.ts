import type { CertificateId, CheckOutcome, HistoryAction, Observation } from '@notafter/domain';
import type { CheckedEndpoint } from './endpoint-state.ts';

/** Outcome of one observation. */
export interface StoredCheck {
  readonly id: CertificateId;
  readonly observation: Observation;
  readonly recorded: HistoryAction | null;
}

/** A check that is decided and not yet written. */
export interface DecidedCheck extends StoredCheck {
  readonly endpoint: CheckedEndpoint;
  readonly outcome: CheckOutcome;
  /** `ProbeAnchors.digest` of the probe. */
  readonly judgedBy: string | null;
  /** Null: not measured. */
  readonly durationMs: number | null;
}
