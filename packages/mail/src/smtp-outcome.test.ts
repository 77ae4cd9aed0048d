import type { Socket } from 'node:net';
import type { Log, Mail, MailReceipt } from '@notafter/domain';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMailer } from './create-mailer.ts';

const silent: Log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const mail: Mail = {
  kind: 'alert',
  to: 'a@example.com',
  alsoTo: ['deferred@example.com', 'unknown@example.com'],
  link: 'https://notafter.example/',
  message: {
    kind: 'test',
    idempotencyKey: 'key',
    organization: 'Acme',
    severity: 'info',
    title: 'A test',
    text: 'This is a test.',
    items: [],
    notificationsUrl: 'https://notafter.example/',
    at: new Date(0),
  },
};
const alone = { ...mail, alsoTo: [] };

type Stage = 'greeting' | 'sender' | 'content';
type Answer = 'ok' | 'hang-up' | 'silence';

let sockets: Socket[];
let server: SMTPServer;
let mailer: ReturnType<typeof createMailer>;
let smtpUrl: string;
let accepted: number;
let plan: { stage: Stage; answer: Answer };

const useMailer = (timeoutMs: number): void => {
  mailer = createMailer({ smtpUrl, mailFrom: 'n@notafter.example', dataDir: '/nowhere', log: silent, timeoutMs });
};
const expectSilenceSoon = (): void => {
  mailer.close();
  useMailer(2_000);
};

const act = (stage: Stage, done: () => void): void => {
  if (plan.stage !== stage || plan.answer === 'ok') done();
  else if (plan.answer === 'hang-up') sockets.at(-1)?.destroy();
};

beforeEach(async () => {
  sockets = [];
  accepted = 0;
  plan = { stage: 'content', answer: 'ok' };
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onConnect: (_, done) => act('greeting', done),
    onMailFrom: (_, __, done) => act('sender', done),
    onRcptTo: ({ address }, _, done) => {
      const code = address.startsWith('deferred') ? 450 : address.startsWith('unknown') ? 550 : null;
      done(code === null ? null : Object.assign(new Error('not now'), { responseCode: code }));
    },
    onData: (stream, _, done) => {
      stream.on('end', () => {
        accepted += 1;
        act('content', done);
      });
      stream.resume();
    },
  });
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  smtpUrl = `smtp://127.0.0.1:${port}`;
  // A busy machine is not a silent server.
  useMailer(20_000);
});
afterEach(async () => {
  mailer.close();
  for (const socket of sockets) socket.destroy();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

const send = (what: Mail, key = 'key'): Promise<MailReceipt> => mailer.send(what, key);

describe.each(['hang-up', 'silence'] as const)('a mail server that answers with %s', (answer) => {
  beforeEach(() => {
    if (answer === 'silence') expectSilenceSoon();
  });

  it.each(['greeting', 'sender'] as const)('instead of a reply to the %s has not accepted the mail', async (stage) => {
    plan = { stage, answer };
    await expect(send(alone)).rejects.toMatchObject({ retryable: true, outcomeUnknown: false });
    expect(accepted).toBe(0);
  });

  it('instead of a reply to the content may have accepted it', async () => {
    plan = { stage: 'content', answer };
    await expect(send(alone)).rejects.toMatchObject({ retryable: true, outcomeUnknown: true, status: null });
    expect(accepted).toBe(1);
  });

  it('gets the next mail on a connection that it left, with a separate outcome', async () => {
    await send(alone, 'key-1');
    plan = { stage: 'sender', answer };
    await expect(send(alone, 'key-2')).rejects.toMatchObject({ outcomeUnknown: false });
    expect(accepted).toBe(1);
  });
});

it('cancels a mail that still waits for a silent mail server, and never sends it', async () => {
  expectSilenceSoon();
  plan = { stage: 'sender', answer: 'silence' };
  const calledOff = new AbortController();
  const ahead = Array.from({ length: 20 }, (_, n) => mailer.send(alone, `ahead-${n}`).catch(() => undefined));
  const waiting = mailer.send(alone, 'waiting', calledOff.signal);
  calledOff.abort();
  await expect(waiting).rejects.toMatchObject({ retryable: true, outcomeUnknown: false });
  plan = { stage: 'content', answer: 'ok' };
  await Promise.all(ahead);
  const before = accepted;
  await send(alone, 'after');
  expect(accepted).toBe(before + 1);
  await expect(mailer.send(alone, 'aborted', AbortSignal.abort())).rejects.toMatchObject({ outcomeUnknown: false });
});

it("returns the mail server's reply", async () => {
  expect(await send(alone)).toEqual({ answer: expect.stringMatching(/^250 /), refused: [] });
});

it('names the recipients that were refused permanently', async () => {
  expect(await send({ ...mail, alsoTo: ['unknown@example.com'] })).toMatchObject({ refused: ['unknown@example.com'] });
  expect(accepted).toBe(1);
});

it('retries for a deferred recipient, and says that the others have the mail', async () => {
  await expect(send(mail)).rejects.toMatchObject({ retryable: true, outcomeUnknown: true, status: 450 });
  expect(accepted).toBe(1);
});

it('treats the refusal of its only recipient as final', async () => {
  await expect(send({ ...alone, to: 'unknown@example.com' })).rejects.toMatchObject({
    retryable: false,
    outcomeUnknown: false,
    recipientsUnknown: true,
    status: 550,
  });
  await expect(send({ ...alone, to: 'unknown@example.com', alsoTo: ['deferred@example.com'] })).rejects.toMatchObject({
    retryable: true,
    recipientsUnknown: false,
  });
  await expect(send({ ...alone, to: 'deferred@example.com' })).rejects.toMatchObject({
    retryable: true,
    outcomeUnknown: false,
    recipientsUnknown: false,
    status: 450,
  });
});
