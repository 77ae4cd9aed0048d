interface MailErrorOptions {
  /** Whether the same mail may go through later. */
  readonly retryable: boolean;
  /** The mail may have been taken all the same: the connection ended before the server's last word. */
  readonly outcomeUnknown?: boolean;
  /** No recipient is known there, whatever a mail says. */
  readonly recipientsUnknown?: boolean;
  /** The SMTP reply code; null without one. */
  readonly status?: number | null;
  /** The mail server's answer; empty without one. */
  readonly answer?: string;
  readonly cause?: unknown;
}

/** A mail that did not leave, as far as anybody knows. */
export class MailError extends Error {
  readonly retryable: boolean;
  readonly outcomeUnknown: boolean;
  readonly recipientsUnknown: boolean;
  readonly status: number | null;
  readonly answer: string;

  constructor(
    message: string,
    { retryable, outcomeUnknown = false, recipientsUnknown = false, status = null, answer = '', cause }: MailErrorOptions,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'MailError';
    this.retryable = retryable;
    this.outcomeUnknown = outcomeUnknown;
    this.recipientsUnknown = recipientsUnknown;
    this.status = status;
    this.answer = answer;
  }
}
