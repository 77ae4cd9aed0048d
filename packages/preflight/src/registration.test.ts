import { addMs, DAY_MS, HOUR_MS, type Registration } from '@notafter/domain';
import { createAddressPolicy, createGuard, createGuardedFetch } from '@notafter/net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRegistrationClient } from './registration.ts';
import { startWebServers, type WebServers, webAddresses } from './testing/index.ts';

let now: Date;
let web: WebServers;
let asked: string[];
let answers: Map<string, () => { status: number; body: string; headers?: Record<string, string> }>;
const { signal } = new AbortController();

const json =
  (value: unknown, status = 200, headers: Record<string, string> = {}) =>
  () => ({ status, body: JSON.stringify(value), headers });
const domain = (name: string, events: unknown[] = [{ eventAction: 'expiration', eventDate: '2027-03-01T10:00:00Z' }]) =>
  json({ objectClassName: 'domain', ldhName: name, events });
const count = (path: string): number => asked.filter((each) => each === path).length;

beforeEach(async () => {
  now = new Date('2026-11-23T12:00:00Z');
  asked = [];
  answers = new Map();
  const answered = new Map(
    ['/dns.json', '/rdap/domain/a.test', '/rdap/domain/b.test', '/uk/domain/shop.co.uk'].map((path) => [
      path,
      () => {
        asked.push(path);
        return answers.get(path)?.() ?? { status: 404, body: '' };
      },
    ]),
  );
  web = await startWebServers(answered);
  const base = `http://${webAddresses.answers}:${web.http}`;
  answers.set(
    '/dns.json',
    json({
      services: [
        [['test'], [`${base}/rdap/`]],
        [['uk'], [`${base}/uk`]],
      ],
    }),
  );
});
afterEach(() => web.close());

const client = (url: string | null = `http://${webAddresses.answers}:${web.http}/dns.json`) => {
  const guard = createGuard({ resolve: async () => ({ kind: 'not_found' }) }, createAddressPolicy({ allow: ['127.0.0.0/8'] }));
  return createRegistrationClient({ fetch: createGuardedFetch({ guard }), bootstrapUrl: url, now: () => now });
};
const unknown = (reason: string, isTransient: boolean): Registration => ({ kind: 'unknown', reason, isTransient });

it('reads the end of a registration from the registry of its suffix', async () => {
  answers.set('/rdap/domain/a.test', domain('A.test'));
  answers.set('/uk/domain/shop.co.uk', domain('shop.co.uk'));
  const find = client();
  const known = { registration: { kind: 'known', endsAt: new Date('2027-03-01T10:00:00Z') }, retryAt: null };
  expect(await find('a.test', signal)).toEqual(known);
  expect(await find('shop.co.uk', signal)).toEqual(known);
});

it('keeps the list of registries for a day, and longer if it cannot be read again', async () => {
  answers.set('/rdap/domain/a.test', domain('a.test'));
  const find = client();
  await find('a.test', signal);
  await find('a.test', signal);
  expect(count('/dns.json')).toBe(1);
  now = addMs(now, DAY_MS + 1);
  answers.set('/dns.json', () => ({ status: 500, body: '' }));
  expect((await find('a.test', signal)).registration.kind).toBe('known');
  expect(count('/dns.json')).toBe(2);
});

it.each([
  ['60', 60_000],
  ['0', 60_000],
  ['315360000', DAY_MS],
  ['Mon, 23 Nov 2026 14:00:00 GMT', 2 * HOUR_MS],
  ['soon', HOUR_MS],
])('leaves a registry alone that asks for a pause: Retry-After %s', async (text, pauseMs) => {
  answers.set('/rdap/domain/a.test', json({}, 429, { 'retry-after': text }));
  const find = client();
  const retryAt = addMs(now, pauseMs);
  expect(await find('a.test', signal)).toEqual({ registration: unknown('The registry asks for a pause (HTTP 429).', true), retryAt });
  expect(await find('b.test', signal)).toEqual({ registration: unknown('The registry asked for a pause.', true), retryAt });
  expect(count('/rdap/domain/b.test')).toBe(0);
  now = retryAt;
  await find('b.test', signal);
  expect(count('/rdap/domain/b.test')).toBe(1);
});

it.each([
  ['no expiration', domain('a.test', []), unknown('The registry does not publish when the registration ends.', false)],
  [
    'a date that is none',
    domain('a.test', [{ eventAction: 'expiration', eventDate: 'never' }]),
    unknown('The registry does not publish when the registration ends.', false),
  ],
  ['another domain', domain('b.test'), unknown('The registry’s answer cannot be read.', true)],
  ['HTML', () => ({ status: 200, body: '<html>' }), unknown('The registry’s answer cannot be read.', true)],
  ['404', () => ({ status: 404, body: '' }), unknown('The registry does not know this domain.', false)],
  ['500', () => ({ status: 500, body: '' }), unknown('The registry answered HTTP 500.', true)],
  [
    'a redirect into private space',
    () => ({ status: 302, body: '', headers: { location: 'http://10.0.0.1/' } }),
    unknown('10.0.0.1 is in private address space, which this server does not check.', true),
  ],
])('does not guess from %s', async (_name, answer, registration) => {
  answers.set('/rdap/domain/a.test', answer);
  expect(await client()('a.test', signal)).toEqual({ registration, retryAt: null });
});

it('asks nobody if the operator turned it off, or if the suffix has no RDAP', async () => {
  expect(await client(null)('a.test', signal)).toEqual({
    registration: unknown('The operator has turned off RDAP.', false),
    retryAt: null,
  });
  expect(await client()('a.example', signal)).toEqual({
    registration: unknown('The registry of this domain offers no RDAP.', false),
    retryAt: null,
  });
  expect(asked).toEqual(['/dns.json']);
});
