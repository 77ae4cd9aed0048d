import { createSemaphore, MailError, SECOND_MS } from '@notafter/domain';
import { createTransport } from 'nodemailer';
import type { ClosableMailer } from './closable-mailer.ts';
import { compose } from './compose.ts';

import { renderMail } from './render-mail.ts';
import { deferredRecipients, toMailError } from './smtp-failure.ts';

/** Every mail service allows five, and one silent connection does not block all mail. */
const CONNECTIONS = 5;
const TIMEOUT_MS = 15 * SECOND_MS;

export const createSmtpMailer = (smtpUrl: string, mailFrom: string, timeoutMs = TIMEOUT_MS): ClosableMailer => {
  const connections = createSemaphore(CONNECTIONS);
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  /** By Message-ID: whether the content of a mail in flight began to be sent. */
  const contents = new Map<string, () => boolean>();
  transport.use('stream', ({ data, message }, done) => {
    const createReadStream = message.createReadStream.bind(message);
    message.createReadStream = (options) => {
      const content = createReadStream(options);
      if (data.messageId !== undefined) contents.set(data.messageId, () => content.readableDidRead);
      return content;
    };
    done();
  });
  return {
    render: renderMail,
    send: async (mail, idempotencyKey, signal) => {
      const message = compose(mail, idempotencyKey, mailFrom);
      // Not the transport's queue: a mail canceled there would still be sent.
      const release = await connections.acquire(signal);
      if (release === null) throw new MailError('The mail server is busy with other mails.', { retryable: true });
      try {
        const { response, rejected, rejectedErrors = [] } = await transport.sendMail(message);
        const deferred = deferredRecipients(rejectedErrors);
        if (deferred !== null) throw deferred;
        return { answer: response, refused: rejected };
      } catch (cause) {
        throw toMailError(cause, contents.get(message.messageId)?.() ?? false);
      } finally {
        contents.delete(message.messageId);
        release();
      }
    },
    close: () => transport.close(),
  };
};
