import { MailError } from '@notafter/domain';

const replyCodeOf = (error: unknown): number | null =>
  error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : null;

const replyOf = (error: unknown): string =>
  error instanceof Error && 'response' in error && typeof error.response === 'string' ? error.response : '';

/** nodemailer lists them if all recipients were refused; a refused sender has no list. */
const refusedRecipientsOf = (error: unknown): readonly unknown[] =>
  error instanceof Error && 'rejectedErrors' in error && Array.isArray(error.rejectedErrors) ? error.rejectedErrors : [];

const isAboutCredentials = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EAUTH';

/**
 * A 5xx reply is final (RFC 5321 section 4.2.1); everything else may pass, and wrong credentials may be corrected.
 * Without a reply, the server may have accepted the mail if its content began to be sent.
 */
export const toMailError = (cause: unknown, contentWentOut: boolean): MailError => {
  if (cause instanceof MailError) return cause;
  const status = replyCodeOf(cause);
  const recipients = refusedRecipientsOf(cause);
  // A deferred recipient may be accepted later, whatever happened to the others.
  const recipientsUnknown = recipients.length > 0 && recipients.every((refusal) => (replyCodeOf(refusal) ?? 0) >= 500);
  const retryable = recipients.length > 0 ? !recipientsUnknown : status === null || status < 500 || isAboutCredentials(cause);
  return new MailError('The mail server did not accept the mail.', {
    retryable,
    outcomeUnknown: status === null && contentWentOut,
    recipientsUnknown,
    status,
    answer: replyOf(cause),
    cause,
  });
};

/**
 * Some recipients were deferred with a 4xx reply while others were accepted. The whole mail must be sent again for them,
 * so the others may receive it twice: its outcome counts as unknown.
 */
export const deferredRecipients = (rejectedErrors: readonly unknown[]): MailError | null => {
  const deferred = rejectedErrors.find((error) => (replyCodeOf(error) ?? 500) < 500);
  if (deferred === undefined) return null;
  const status = replyCodeOf(deferred);
  return new MailError('The mail server deferred some of the recipients.', {
    retryable: true,
    outcomeUnknown: true,
    status,
    answer: replyOf(deferred),
    cause: deferred,
  });
};
