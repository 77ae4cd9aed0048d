import { type ErrorCode, type ErrorStatus, errorCatalogue } from './catalogue.ts';

/** One field of an input and what is wrong with it; `path` in the caller's own field names, dotted. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** The row or job that a 409 is about, so that a client can go on with it. */
export interface Conflict {
  readonly type: 'certificate' | 'environment' | 'anchor_set' | 'discovery' | 'job';
  readonly id: string;
  /** Of a job that has ended. */
  readonly state?: string;
}

interface DomainErrorOptions {
  /** Replaces the catalogue's text where the case decides it. */
  readonly message?: string;
  readonly details?: readonly FieldProblem[];
  readonly conflict?: Conflict;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** An expected failure. Transports translate it in one place each; anything else is a fault of ours and answers `internal`. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly status: ErrorStatus;
  readonly details: readonly FieldProblem[];
  readonly conflict: Conflict | null;
  readonly retryAfterSeconds: number | null;

  constructor(code: ErrorCode, options: DomainErrorOptions = {}) {
    super(options.message ?? errorCatalogue[code].message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'DomainError';
    this.code = code;
    this.status = errorCatalogue[code].status;
    this.details = options.details ?? [];
    this.conflict = options.conflict ?? null;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }
}
