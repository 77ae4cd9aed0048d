import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log, Mail } from '@notafter/domain';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMailer } from './create-mailer.ts';

const link = `https://notafter.example/reset-password/0198a7a2-1111-7222-8333-444455556666.${'x'.repeat(43)}`;
const mail: Mail = { kind: 'password-reset', to: 'ada@example.com', firstName: 'Ada', link, validMinutes: 60 };
const mailFrom = 'Notafter <notafter@notafter.example>';

let dataDir: string;
let logged: { fields: object; message: string }[];
const note = (fields: object, message: string): void => {
  logged.push({ fields, message });
};
const log: Log = { debug: note, info: note, warn: note, error: note };

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'notafter-mail-'));
  logged = [];
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe('without SMTP_URL', () => {
  const outbox = () => createMailer({ smtpUrl: null, mailFrom, dataDir, log });

  it('writes one private .eml file with the link and leaves no temporary file', async () => {
    await outbox().send(mail, 'link-1');
    const names = await readdir(join(dataDir, 'outbox'));
    expect(names).toHaveLength(1);
    expect(names[0]).toMatch(/^\d{8}T\d{9}Z-link-1\.eml$/);
    const file = join(dataDir, 'outbox', names[0] ?? '');
    const content = await readFile(file, 'utf8');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(content).toContain('To: ada@example.com\r\n');
    expect(content).toContain('Message-ID: <link-1@notafter.example>\r\n');
    expect(unfolded(content)).toContain(`\r\n${link}\r\n`);
  });

  it('logs the subject and the link, so that a person on a fresh machine can continue', async () => {
    await outbox().send(mail, 'link-2');
    expect(logged).toEqual([
      {
        fields: { subject: 'Reset your Notafter password', link, file: expect.stringMatching(/link-2\.eml$/) },
        message: 'wrote mail to the outbox because SMTP_URL is not set',
      },
    ]);
  });

  it('stays in the outbox for any key', async () => {
    await outbox().send(mail, '../../escape');
    expect(await readdir(dataDir)).toEqual(['outbox']);
  });

  it('rejects with a retryable MailError if it cannot write', async () => {
    const unwritable = join(dataDir, 'file');
    await writeFile(unwritable, 'a file in place of the folder');
    const blocked = createMailer({ smtpUrl: null, mailFrom, dataDir: unwritable, log });
    await expect(blocked.send(mail, 'link-3')).rejects.toMatchObject({ name: 'MailError', retryable: true });
  });
});

/** Quoted-printable wraps long lines (RFC 2045 section 6.7); a mail program joins them again. */
const unfolded = (content: string): string => content.replaceAll('=\r\n', '');

interface Delivery {
  readonly from: string;
  readonly to: readonly string[];
  readonly content: string;
}

const startSmtpServer = async (refuse?: { code: number; times: number }) => {
  const deliveries: Delivery[] = [];
  let refusals = refuse?.times ?? 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refuse !== undefined && refusals > 0) {
          refusals -= 1;
          done(Object.assign(new Error('refused by the test'), { responseCode: refuse.code }));
          return;
        }
        const { mailFrom: from, rcptTo } = session.envelope;
        deliveries.push({
          from: from === false ? '' : from.address,
          to: rcptTo.map(({ address }) => address),
          content: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    deliveries,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};

describe('with SMTP_URL', () => {
  it('delivers to exactly one recipient, with the key as Message-ID', async () => {
    const smtp = await startSmtpServer();
    const mailer = createMailer({ smtpUrl: smtp.url, mailFrom, dataDir, log });
    await mailer.send(mail, 'link-4');
    mailer.close();
    await smtp.close();
    expect(smtp.deliveries).toHaveLength(1);
    const [delivery] = smtp.deliveries;
    expect(delivery).toMatchObject({ from: 'notafter@notafter.example', to: ['ada@example.com'] });
    expect(delivery?.content).toContain('Message-ID: <link-4@notafter.example>\r\n');
    expect(delivery?.content).toContain('Subject: Reset your Notafter password\r\n');
    expect(delivery?.content).toContain('Auto-Submitted: auto-generated\r\n');
  });

  it('distinguishes a permanent refusal from a temporary one', async () => {
    const smtp = await startSmtpServer({ code: 451, times: 1 });
    const mailer = createMailer({ smtpUrl: smtp.url, mailFrom, dataDir, log });
    await expect(mailer.send(mail, 'link-5')).rejects.toMatchObject({ name: 'MailError', retryable: true });
    await mailer.send(mail, 'link-5');
    mailer.close();
    await smtp.close();
    const strict = await startSmtpServer({ code: 550, times: 1 });
    const refused = createMailer({ smtpUrl: strict.url, mailFrom, dataDir, log });
    await expect(refused.send(mail, 'link-6')).rejects.toMatchObject({ name: 'MailError', retryable: false });
    refused.close();
    await strict.close();
  });

  it('treats an unreachable server as retryable', async () => {
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
    const address = free.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await new Promise<void>((resolve) => free.close(() => resolve()));
    const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom, dataDir, log });
    await expect(mailer.send(mail, 'link-7')).rejects.toMatchObject({ name: 'MailError', retryable: true });
    mailer.close();
  });

  it.each([
    'ada@example.com\r\nBcc: eve@example.com',
    'ada@example.com,eve@example.com',
    'eve,ada@example.com',
    'Ada<eve@example.com',
    'ada@example.com>',
    '"ada eve"@example.com',
  ])('refuses the recipient %j', async (to) => {
    const smtp = await startSmtpServer();
    const mailer = createMailer({ smtpUrl: smtp.url, mailFrom, dataDir, log });
    await expect(mailer.send({ ...mail, to }, 'link-8')).rejects.toMatchObject({ name: 'MailError', retryable: false });
    mailer.close();
    await smtp.close();
    expect(smtp.deliveries).toEqual([]);
  });

  it('prevents keys and names from adding headers', async () => {
    const smtp = await startSmtpServer();
    const mailer = createMailer({ smtpUrl: smtp.url, mailFrom, dataDir, log });
    await mailer.send({ ...mail, firstName: 'Ada\r\nBcc: eve@example.com' }, 'key\r\nBcc: eve@example.com');
    mailer.close();
    await smtp.close();
    expect(smtp.deliveries[0]?.to).toEqual(['ada@example.com']);
    expect(smtp.deliveries[0]?.content).not.toMatch(/^Bcc:/im);
  });
});
