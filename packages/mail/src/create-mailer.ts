import type { Log } from '@notafter/domain';
import type { ClosableMailer } from './closable-mailer.ts';
import { createOutboxMailer } from './outbox-transport.ts';
import { createSmtpMailer } from './smtp-transport.ts';

interface MailerOptions {
  /** `smtp://` or `smtps://`, with credentials; null writes mails to the outbox instead. */
  readonly smtpUrl: string | null;
  /** e.g. `Notafter <notafter@example.com>`. */
  readonly mailFrom: string;
  readonly dataDir: string;
  readonly log: Log;
  /** Limits connecting, the greeting, and each silence of the mail server; 15 s. */
  readonly timeoutMs?: number;
}

/** Returns the configured transport. `send` rejects with `MailError`. */
export const createMailer = ({ smtpUrl, mailFrom, dataDir, log, timeoutMs }: MailerOptions): ClosableMailer =>
  smtpUrl === null
    ? { ...createOutboxMailer({ mailFrom, dataDir, log }), close: () => {} }
    : createSmtpMailer(smtpUrl, mailFrom, timeoutMs);
