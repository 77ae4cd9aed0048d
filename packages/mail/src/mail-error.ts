interface MailErrorOptions {
  /** Whether the same mail may go through later. */
  readonly retryable: boolean;
  readonly cause?: unknown;
}

/** A mail that did not leave. */
export class MailError extends Error {
  readonly retryable: boolean;

  constructor(message: string, { retryable, cause }: MailErrorOptions) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'MailError';
    this.retryable = retryable;
  }
}
