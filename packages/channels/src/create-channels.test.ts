import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { type ChannelSettings, type ChannelType, type Mail, MailError, type MailReceipt } from '@notafter/domain';
import { createAddressPolicy, createGuard, createGuardedFetch } from '@notafter/net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createChannels } from './create-channels.ts';
import { sampleItem, sampleMessage } from './testing/messages.ts';

const guard = createGuard(
  {
    resolve: async (name) => {
      if (name === 'slow-dns.test') return { kind: 'timeout' };
      return name === 'inside.test' ? { kind: 'found', addresses: ['10.0.0.1'] } : { kind: 'not_found' };
    },
  },
  createAddressPolicy({ allow: ['127.0.0.1'] }),
);
const mails: { mail: Mail; key: string }[] = [];
let sendMail: (mail: Mail, key: string) => Promise<MailReceipt>;
const startChannels = (timeoutMs: number) =>
  createChannels({
    guardedFetch: createGuardedFetch({ guard }),
    sendMail: (mail, key) => {
      mails.push({ mail, key });
      return sendMail(mail, key);
    },
    endpoints: {
      telegram: 'http://127.0.0.1:1',
      pagerduty: 'http://127.0.0.1:1',
      splunk: 'http://127.0.0.1:1',
      statuspage: 'http://127.0.0.1:1',
    },
    timeoutMs,
  }).channels;
// A busy machine is not a silent receiver.
const patient = startChannels(20_000);
const hasty = startChannels(500);
const send = (type: ChannelType, settings: ChannelSettings, signal?: AbortSignal, message = sampleMessage(), channels = patient) =>
  channels.send({ type, settings, signingSecrets: [`whsec_${Buffer.alloc(32, 1).toString('base64')}`], message }, signal);

let answer: (request: IncomingMessage, response: ServerResponse, body: string) => void = () => undefined;
let origin = '';
let calls = 0;
const server = createHttpServer((request, response) => {
  calls += 1;
  let body = '';
  request.on('data', (chunk) => {
    body += String(chunk);
  });
  request.once('end', () => answer(request, response, body));
});
const portOf = (address: string | AddressInfo | null): number => (typeof address === 'object' && address !== null ? address.port : 0);
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${portOf(server.address())}`;
});
afterAll(() => server.close());
beforeEach(() => {
  mails.length = 0;
  calls = 0;
  sendMail = async () => ({ answer: '250 OK queued', refused: [] });
});

describe('a request that was never sent is a certain failure', () => {
  it.each([
    ['a refused connection', 'http://127.0.0.1:1/x', 'Connection refused by 127.0.0.1:1. '],
    ['a name that DNS does not know', 'http://nowhere.test/x', 'DNS name not found: nowhere.test.'],
    ['a DNS server that does not answer', 'http://slow-dns.test/x', 'DNS did not answer in time for slow-dns.test.'],
  ])('%s', async (_, url, text) => {
    expect(await send('zapier', { webhook: url })).toEqual({
      kind: 'retry',
      status: null,
      answer: text.trim(),
      retryAfterSeconds: null,
      outcomeUnknown: false,
    });
  });

  it('a server that does not speak TLS', async () => {
    const outcome = await send('zapier', { webhook: `${origin.replace('http:', 'https:')}/x` });
    expect(outcome).toMatchObject({ kind: 'retry', outcomeUnknown: false });
    expect(calls).toBe(0);
  });

  it('a TLS handshake that never ends', async () => {
    const mute = createServer();
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const outcome = await send('zapier', { webhook: `https://127.0.0.1:${portOf(mute.address())}/x` }, undefined, sampleMessage(), hasty);
    mute.close();
    expect(outcome).toMatchObject({ kind: 'retry', outcomeUnknown: false, answer: expect.stringContaining('did not answer within 0.5 s') });
  });
});

it.each(['http://10.0.0.1/hook', 'http://inside.test/hook', 'http://169.254.169.254/latest', 'http://[::1]/', 'http://167772161/'])(
  'refuses private address space and says why: %s',
  async (url) => {
    const outcome = await send('webhook', { url });
    expect(outcome).toMatchObject({
      kind: 'broken',
      status: null,
      answer: expect.stringContaining('is in private address space, which this server may not call.'),
    });
  },
);

it.each(['', 'not a url', 'file:///etc/passwd', 'http://user:pass@127.0.0.1/', 'javascript:alert(1)'])(
  'breaks the channel for the address %j',
  async (url) => {
    expect(await send('slack', { webhook: url })).toMatchObject({ kind: 'broken', status: null });
    expect(calls).toBe(0);
  },
);

it('does not follow a redirect and does not show its target', async () => {
  answer = (_, response) => response.writeHead(302, { location: `${origin}/elsewhere?token=secret` }).end('moved to http://10.0.0.1/');
  const outcome = await send('zapier', { webhook: `${origin}/hooks/secretHook1` });
  expect(outcome).toMatchObject({
    kind: 'retry',
    status: 302,
    answer: 'The address redirects to another one. Redirects are not followed.',
  });
  expect(calls).toBe(1);
});

it('ends when its caller aborts, and says whether the message was sent by then', async () => {
  const stop = new AbortController();
  answer = () => stop.abort();
  expect(await send('zapier', { webhook: `${origin}/x` }, stop.signal)).toMatchObject({ kind: 'retry', outcomeUnknown: true });
  expect(await send('zapier', { webhook: `${origin}/x` }, AbortSignal.abort())).toMatchObject({ kind: 'retry', outcomeUnknown: false });
  expect(calls).toBe(1);
});

describe('a response that repeats the request', () => {
  const secretUrl = (path: string): string => `${origin}${path}?sig=s%2Fe%2Bcret-signature&key=AIzaSecretKey`;
  const echo = (request: IncomingMessage, response: ServerResponse, body: string): void => {
    const decoded = decodeURIComponent(request.url ?? '');
    response.writeHead(500).end(JSON.stringify({ message: `${decoded} ${request.url ?? ''} ${acknowledgeUrl}`, body: JSON.parse(body) }));
  };
  const acknowledgeUrl = 'https://n.example/a/signedAcknowledgement';

  it.each([
    ['slack', { webhook: 'slack' }],
    ['teams', { webhook: 'teams' }],
    ['google_chat', { webhook: 'chat' }],
    ['zapier', { webhook: 'zap' }],
    ['webhook', { url: 'hook' }],
  ] as const)('contains no secret of %s', async (type, fields) => {
    answer = echo;
    const settings = Object.fromEntries(Object.entries(fields).map(([name, path]) => [name, secretUrl(`/${path}/k2Jq8mVtX0aZ`)]));
    const outcome = await send(type, settings, undefined, sampleMessage({ items: [sampleItem({ acknowledgeUrl })] }));
    expect(outcome.status).toBe(500);
    expect(outcome.answer).not.toMatch(/k2Jq8mVtX0aZ|cret-signature|AIzaSecretKey|signedAcknowledgement/);
    expect(outcome.answer).toContain('***');
  });

  it.each([
    ['a line', 'no_service', 'no_service'],
    ['a long line', `a\u202e${'x'.repeat(400)}`, `a${'x'.repeat(158)}…`],
    ['the reason of a JSON answer', '{"error":{"code":400,"message":"Invalid token"},"key":"k"}', 'Invalid token'],
    ['the first of several', '{"errors":[{"detail":"Unknown field"},{"detail":"b"}]}', 'Unknown field'],
  ])('is shown as a short reason: %s', async (_, body, reason) => {
    answer = (_request, response) => response.writeHead(422).end(body);
    expect(await send('zapier', { webhook: `${origin}/x` })).toMatchObject({ status: 422, answer: reason });
  });

  it.each([
    ['a page', '<!doctype html><title>Vault</title>token: hvs.CAESI'],
    ['several lines', 'root:x:0:0\nhvs.CAESI'],
    ['a document', 'hvs.CAESI '.repeat(100)],
    ['JSON without a reason', '{"AccessKeyId":"hvs.CAESI"}'],
    ['JSON that is cut off', '{"message":"hvs.CAESI'],
    ['markup in the reason', '{"message":"<b>hvs.CAESI</b>"}'],
    ['control characters', 'hvs.CAESI\u001b[31m'],
    ['binary data', Buffer.from([0xff, 0xfe, 0x68, 0x76, 0x73])],
    ['nothing', ''],
  ])('is not echoed beyond its status: %s', async (_, body) => {
    answer = (_request, response) => response.writeHead(500).end(body);
    for (const type of ['zapier', 'webhook', 'teams', 'google_chat', 'slack'] as const) {
      const outcome = await send(type, type === 'webhook' ? { url: `${origin}/x` } : { webhook: `${origin}/x` });
      expect(outcome).toMatchObject({ kind: 'retry', status: 500, answer: 'The receiver responded with status 500.' });
    }
  });

  it('is not echoed after a success either', async () => {
    answer = (_request, response) => response.writeHead(200).end('<title>Vault</title>hvs.CAESI');
    expect(await send('webhook', { url: `${origin}/x` })).toEqual({ kind: 'delivered', status: 200, answer: '' });
  });

  it('leaves no start of a secret at the cut', async () => {
    const secret = 'S'.repeat(40);
    answer = (_, response) => response.writeHead(500).end(`${'x'.repeat(980)}${secret}`);
    expect((await send('zapier', { webhook: `${origin}/${secret}` })).answer).not.toContain('SSSS');
  });
});

describe('mail', () => {
  it('goes to all addresses together under one key', async () => {
    const message = sampleMessage();
    const outcome = await patient.send({
      type: 'email',
      settings: { email: ' a@example.com, b@example.com,a@example.com ' },
      signingSecrets: [],
      message,
    });
    expect(outcome).toEqual({ kind: 'delivered', status: 250, answer: '250 OK queued' });
    expect(mails).toMatchObject([{ key: message.idempotencyKey, mail: { kind: 'alert', to: 'a@example.com', alsoTo: ['b@example.com'] } }]);
  });

  it('names the addresses that the server refused', async () => {
    sendMail = async () => ({ answer: '250 OK', refused: ['b@example.com'] });
    expect((await send('email', { email: 'a@example.com,b@example.com' })).answer).toBe('250 OK Not accepted for b@example.com.');
  });

  it.each([
    '',
    'nobody',
    'a@example.com\r\nBcc: eve@example.com',
    'a@example.com, nobody',
    'A <a@example.com>',
    Array(21)
      .fill('x')
      .map((_, n) => `a${n}@example.com`)
      .join(),
  ])('is not sent to %j', async (email) => {
    expect(await send('email', { email })).toMatchObject({ kind: 'broken', status: null });
    expect(mails).toEqual([]);
  });

  it('passes on the response of the mail server and whether it may have accepted the mail', async () => {
    sendMail = () => Promise.reject(new MailError('It did not go.', { retryable: true, outcomeUnknown: true }));
    expect(await send('email', { email: 'a@example.com' })).toEqual({
      kind: 'retry',
      status: null,
      answer: 'It did not go.',
      retryAfterSeconds: null,
      outcomeUnknown: true,
    });
    sendMail = () => Promise.reject(new MailError('It did not go.', { retryable: false, status: 550, answer: '550 No such user' }));
    expect(await send('email', { email: 'a@example.com' })).toEqual({ kind: 'refused', status: 550, answer: '550 No such user' });
  });
});
