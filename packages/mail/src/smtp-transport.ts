import { SECOND_MS } from '@notafter/domain';
import { createTransport } from 'nodemailer';
import type { ClosableMailer } from './closable-mailer.ts';
import { compose } from './compose.ts';
import { MailError } from './mail-error.ts';

const CONNECTIONS = 2;
const TIMEOUT_MS = 15 * SECOND_MS;

/** A reply of the 500s is the server's last word (RFC 5321 4.2.1); everything else may pass. Wrong credentials may be set right. */
const isFinal = (error: unknown): boolean =>
  error instanceof Error &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500 &&
  !('code' in error && error.code === 'EAUTH');

export const createSmtpMailer = (smtpUrl: string, mailFrom: string): ClosableMailer => {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return {
    send: async (mail, idempotencyKey) => {
      await transport.sendMail(compose(mail, idempotencyKey, mailFrom)).catch((cause: unknown) => {
        throw new MailError('The mail server did not take the mail.', { retryable: !isFinal(cause), cause });
      });
    },
    close: () => transport.close(),
  };
};
