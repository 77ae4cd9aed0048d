import { addMs, DAY_MS, type RenewalInfoClient } from '@notafter/domain';
import { createAddressPolicy, createGuard, createGuardedFetch } from '@notafter/net';
import { renewalIdOf } from '@notafter/tls';
import { createAuthority } from '@notafter/tls/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRenewalInfoClient } from './renewal-info.ts';
import { type RenewalInfoServer, renewalInfoBody, startRenewalInfoServer } from './testing/index.ts';

const { pem } = createAuthority().issue('a.test');
const start = new Date('2027-01-01T00:00:00Z');
const end = addMs(start, DAY_MS);
let now = new Date('2026-11-23T12:00:00Z');
let ca: RenewalInfoServer;
let client: RenewalInfoClient;

beforeAll(async () => {
  ca = await startRenewalInfoServer();
});
beforeEach(() => {
  const guard = createGuard({ resolve: async () => ({ kind: 'not_found' }) }, createAddressPolicy({ allow: ['127.0.0.0/8'] }));
  const fetch = createGuardedFetch({ guard, extraCaPem: ca.rootPem });
  client = createRenewalInfoClient({ fetch, renewalIdOf, now: () => now });
  ca.replyDirectory({ body: { renewalInfo: `${ca.directory.replace('/directory', '')}/renewal-info/` } });
  ca.asked.length = 0;
});
afterAll(() => ca.close());

const failed = (reason: string | RegExp, more: object = {}) => ({
  kind: 'failed',
  reason: typeof reason === 'string' ? reason : expect.stringMatching(reason),
  retryAfterMs: null,
  isOfCa: false,
  ...more,
});

it('reads window, explanation and pause at the address of the certificate', async () => {
  ca.reply({ body: renewalInfoBody(start, end, 'https://ca.example/why'), headers: { 'retry-after': '21600' } });
  expect(await client.ask(ca.directory, pem)).toEqual({
    kind: 'read',
    window: { start, end },
    explanationUrl: 'https://ca.example/why',
    retryAfterMs: 21_600_000,
  });
  expect(ca.asked).toEqual(['/directory', `/renewal-info/${renewalIdOf(pem)}`]);
});

it('keeps the directory for a day', async () => {
  ca.reply({ body: renewalInfoBody(start, end) });
  await client.ask(ca.directory, pem);
  await client.ask(ca.directory, pem);
  now = addMs(now, DAY_MS + 1);
  await client.ask(ca.directory, pem);
  expect(ca.asked.filter((path) => path === '/directory')).toHaveLength(2);
});

describe('a pause', () => {
  it.each([
    ['90', 90_000],
    ['315360000', 3650 * DAY_MS],
    ['Mon, 23 Nov 2037 12:00:00 GMT', expect.any(Number)],
    ['soon', null],
  ])('of Retry-After %s', async (text, retryAfterMs) => {
    ca.reply({ body: renewalInfoBody(start, end), headers: { 'retry-after': text } });
    expect(await client.ask(ca.directory, pem)).toMatchObject({ kind: 'read', retryAfterMs });
  });
});

describe('an answer that cannot be used', () => {
  it.each([
    [{ status: 404 }, failed('The CA does not know this certificate (HTTP 404).')],
    [
      { status: 429, headers: { 'retry-after': '60' } },
      failed('The CA asks for a pause (HTTP 429).', { retryAfterMs: 60_000, isOfCa: true }),
    ],
    [{ status: 500 }, failed('The CA answered HTTP 500.', { isOfCa: true })],
    [{ status: 403 }, failed('The CA answered HTTP 403.')],
    [{ body: '{"suggestedWindow":' }, failed('The answer is not renewal information.')],
    [{ body: { suggestedWindow: { start: 'soon', end: 'later' } } }, failed('The answer is not renewal information.')],
    [{ body: renewalInfoBody(new Date('0001-01-01T00:00:00Z'), end) }, failed('The answer is not renewal information.')],
    [{ body: renewalInfoBody(end, start) }, failed('The window ends before it starts.')],
    [{ body: renewalInfoBody(start, start) }, failed('The window ends before it starts.')],
    [{ body: 'x'.repeat(100_001) }, failed('The response is larger than 100000 bytes.', { isOfCa: true })],
    [
      { status: 302, headers: { location: 'https://10.0.0.1/' } },
      failed('10.0.0.1 is in private address space, which this server does not check.', { isOfCa: true }),
    ],
    [{ status: 302, headers: { location: '/renewal-info/again' } }, failed(/redirects more than 3 times/, { isOfCa: true })],
  ])('%j', async (reply, answer) => {
    ca.reply(reply);
    expect(await client.ask(ca.directory, pem)).toEqual(answer);
  });

  it('is not waited for beyond its abort', async () => {
    ca.reply(null);
    expect(await client.ask(ca.directory, pem, AbortSignal.timeout(200))).toEqual(failed(/was aborted/, { isOfCa: true }));
  });
});

describe('an explanation', () => {
  it.each(['http://ca.example/', 'javascript:alert(1)', 7, { a: 1 }, null])('of %j is left out', async (explanationURL) => {
    ca.reply({ body: renewalInfoBody(start, end, explanationURL) });
    expect(await client.ask(ca.directory, pem)).toMatchObject({ kind: 'read', explanationUrl: null });
  });
});

describe('a directory', () => {
  it.each([
    [{ body: {} }, failed("The CA's directory names no renewal information.", { isOfCa: true })],
    [{ body: { renewalInfo: 'http://127.0.0.1/' } }, failed("The CA's directory names no renewal information.", { isOfCa: true })],
    [{ status: 404 }, failed("The CA's directory answered HTTP 404.", { isOfCa: true })],
    [
      { status: 503, headers: { 'retry-after': '120' } },
      failed("The CA's directory answered HTTP 503.", { isOfCa: true, retryAfterMs: 120_000 }),
    ],
  ])('that replies %j', async (reply, answer) => {
    ca.replyDirectory(reply);
    expect(await client.ask(ca.directory, pem)).toEqual(answer);
  });
});

it('asks nobody about a certificate that names no key of its issuer', async () => {
  expect(await client.ask(ca.directory, 'no PEM')).toEqual(failed('The certificate names no key of its issuer.'));
  expect(ca.asked).toEqual([]);
});
