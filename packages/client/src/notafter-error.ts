import type { Error as ErrorBody, FieldProblem } from './api.ts';

interface Facts {
  readonly status: number;
  readonly code: string;
  readonly body?: Partial<ErrorBody>;
  readonly headers?: Headers;
  readonly cause?: unknown;
}

const secondsIn = (headers: Headers | undefined): number | null => {
  const seconds = Number.parseInt(headers?.get('retry-after') ?? '', 10);
  return Number.isNaN(seconds) ? null : seconds;
};

/** A call that failed: the server refused it, or did not answer. */
export class NotafterError extends Error {
  /** HTTP status, 0 if the server did not answer. */
  readonly status: number;
  /**
   * Stable; choose what to do by it. Besides the codes of the API: `connection_failed`, `timeout`, `not_modified`, and `invalid_answer` if
   * the answer is not JSON, as from a proxy.
   */
  readonly code: string;
  /** With 400: one entry per field that is wrong. */
  readonly details: readonly FieldProblem[];
  /** For the operator: the server's log has it too. */
  readonly requestId: string | null;
  /** Seconds to wait before the next try. */
  readonly retryAfter: number | null;
  /** The answer as it came, with fields such as `conflict`. */
  readonly body: Partial<ErrorBody>;

  constructor(message: string, { status, code, body = {}, headers, cause }: Facts) {
    super(message, { cause });
    this.name = 'NotafterError';
    this.status = status;
    this.code = code;
    this.body = body;
    this.details = body.details ?? [];
    this.requestId = body.request_id ?? headers?.get('x-request-id') ?? null;
    this.retryAfter = secondsIn(headers);
  }
}
