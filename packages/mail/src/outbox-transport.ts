import { randomUUID } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type Log, type Mail, MailError, type Mailer } from '@notafter/domain';
import { createTransport } from 'nodemailer';
import { compose } from './compose.ts';
import { renderMail } from './render-mail.ts';

interface OutboxOptions {
  readonly mailFrom: string;
  readonly dataDir: string;
  readonly log: Log;
}

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch {
    // Windows cannot fsync a folder; there the rename is durable without it.
  } finally {
    await handle.close();
  }
};

/** Writes the file completely or not at all, even across a power failure. Only the server's user can read it, because it holds a sign-in link. */
const writeDurably = async (folder: string, name: string, content: Buffer): Promise<string> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `.${name}.${randomUUID()}.draft`);
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  const file = join(folder, name);
  await rename(draft, file);
  await syncFolder(folder);
  return file;
};

/** Used without a mail server: each mail becomes `DATA_DIR/outbox/<timestamp>-<key>.eml`, and the log shows its subject and link. */
export const createOutboxMailer = ({ mailFrom, dataDir, log }: OutboxOptions): Mailer => {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const folder = join(dataDir, 'outbox');
  return {
    render: renderMail,
    send: async (mail: Mail, idempotencyKey) => {
      const message = compose(mail, idempotencyKey, mailFrom);
      const { message: content } = await composer.sendMail(message);
      if (!Buffer.isBuffer(content)) throw new MailError('The mail could not be composed.', { retryable: false });
      const timestamp = new Date().toISOString().replaceAll(/[-:.]/g, '');
      const name = `${timestamp}-${idempotencyKey.replaceAll(/[^A-Za-z0-9_-]/g, '-')}.eml`;
      const file = await writeDurably(folder, name, content).catch((cause: unknown) => {
        throw new MailError(`The mail could not be written to ${folder}.`, { retryable: true, cause });
      });
      log.info({ subject: message.subject, link: mail.link, file }, 'wrote mail to the outbox because SMTP_URL is not set');
      return { answer: 'Written to the outbox.', refused: [] };
    },
  };
};
