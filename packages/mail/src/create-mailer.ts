import type { Log, Mailer } from '@notafter/domain';
import { createOutboxMailer } from './outbox-transport.ts';
import { createSmtpMailer } from './smtp-transport.ts';

interface MailerOptions {
  /** `smtp://` or `smtps://`, credentials included; null writes mails to the outbox instead. */
  readonly smtpUrl: string | null;
  /** e.g. `Notafter <notafter@example.com>`. */
  readonly mailFrom: string;
  readonly dataDir: string;
  readonly log: Log;
}

export interface ClosableMailer extends Mailer {
  /** Ends idle connections; the process can exit. */
  close(): void;
}

/** The transport that the configuration asks for. `send` rejects with `MailError`. */
export const createMailer = ({ smtpUrl, mailFrom, dataDir, log }: MailerOptions): ClosableMailer =>
  smtpUrl === null ? { ...createOutboxMailer({ mailFrom, dataDir, log }), close: () => {} } : createSmtpMailer(smtpUrl, mailFrom);
