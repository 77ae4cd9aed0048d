import { MailError } from '@notafter/domain';

const replyCodeOf = (error: unknown): number | null =>
  error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : null;

const replyOf = (error: unknown): string =>
  error instanceof Error && 'response' in error && typeof error.response === 'string' ? error.response : '';

/** nodemailer lists them where none was accepted; a sender that is refused leaves no list. */
const refusedRecipientsOf = (error: unknown): readonly unknown[] =>
  error instanceof Error && 'rejectedErrors' in error && Array.isArray(error.rejectedErrors) ? error.rejectedErrors : [];

const isAboutCredentials = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EAUTH';

/**
 * A reply of the 500s is the server's last word (RFC 5321 4.2.1); everything else may pass, and wrong credentials may be set
 * right. Without a reply the mail may have been taken, if its content had begun to go out.
 */
export const toMailError = (cause: unknown, contentWentOut: boolean): MailError => {
  if (cause instanceof MailError) return cause;
  const status = replyCodeOf(cause);
  const recipients = refusedRecipientsOf(cause);
  // One that was only put off may be served later, whatever became of the others.
  const recipientsUnknown = recipients.length > 0 && recipients.every((refusal) => (replyCodeOf(refusal) ?? 0) >= 500);
  const retryable = recipients.length > 0 ? !recipientsUnknown : status === null || status < 500 || isAboutCredentials(cause);
  return new MailError('The mail server did not take the mail.', {
    retryable,
    outcomeUnknown: status === null && contentWentOut,
    recipientsUnknown,
    status,
    answer: replyOf(cause),
    cause,
  });
};

/**
 * Some recipients put off with a reply of the 400s while others were served. The whole mail has to be sent again for their
 * sake, so it may reach the others twice: its outcome counts as unknown.
 */
export const deferredRecipients = (rejectedErrors: readonly unknown[]): MailError | null => {
  const deferred = rejectedErrors.find((error) => (replyCodeOf(error) ?? 500) < 500);
  if (deferred === undefined) return null;
  const status = replyCodeOf(deferred);
  return new MailError('The mail server put off some of the recipients.', {
    retryable: true,
    outcomeUnknown: true,
    status,
    answer: replyOf(deferred),
    cause: deferred,
  });
};
