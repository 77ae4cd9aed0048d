import { createAddressPolicy, createGuard, createGuardedFetch } from '@notafter/net';
import type { RetryPolicy } from '@notafter/net/lists';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askSource, type FakeService, type Misbehavior, overloaded, startFakeCertspotter, startFakeCrtsh } from '../testing/index.ts';
import { createCertspotter } from './certspotter.ts';
import { createCrtsh } from './crtsh.ts';
import { createCtSource } from './ct-source.ts';

const now = () => new Date('2026-11-20T12:00:00Z');
const future = new Date('2027-01-20T12:00:00Z');
const past = new Date('2026-01-20T12:00:00Z');
const begun = new Date('2025-10-22T12:00:00Z');
/** For a service that answers: a busy machine is not a silent service. */
const patient: RetryPolicy = { timeoutMs: 20_000, tries: 2, backOffMs: 10, waitMaxMs: 100 };
const hasty: RetryPolicy = { ...patient, timeoutMs: 300 };
const policy = createAddressPolicy({ allow: ['127.0.0.0/8'] });
const fetch = createGuardedFetch({ guard: createGuard({ resolve: async () => ({ kind: 'not_found' }) }, policy) });

let crtsh: FakeService;
let certspotter: FakeService;
beforeAll(async () => {
  crtsh = await startFakeCrtsh({ now });
  certspotter = await startFakeCertspotter({ now, pageSize: 2 });
});
afterAll(() => Promise.all([crtsh.close(), certspotter.close()]));
beforeEach(() => {
  for (const service of [crtsh, certspotter]) {
    service.misbehave({ kind: 'none' });
    service.asked.length = 0;
    service.authorizations.length = 0;
  }
  crtsh.entries = [
    { names: ['www.zone.test', '*.shop.zone.test'], notAfter: future },
    { names: ['old.zone.test'], notBefore: begun, notAfter: past, issuer: 'C=GB, O="Sectigo, Limited", CN=Sectigo RSA' },
  ];
  certspotter.entries = [
    { names: ['www.zone.test'], notAfter: past },
    { names: ['www.zone.test'], notAfter: future },
    { names: ['api.zone.test', 'other.example'], notAfter: future },
    { names: ['zone.test'], notBefore: past, notAfter: future },
  ];
});

type Service = 'crtsh' | 'certspotter';
const sourceOf = (services: readonly Service[], token: string | null = null, silent: readonly Service[] = []) =>
  createCtSource({
    clock: { now },
    services: services.map((service) => {
      const retryPolicy = silent.includes(service) ? hasty : patient;
      return service === 'crtsh'
        ? createCrtsh({ fetch, baseUrl: crtsh.url, retryPolicy, now })
        : createCertspotter({ fetch, baseUrl: certspotter.url, token, retryPolicy, now });
    }),
  });
const both = (...silent: readonly Service[]) => askSource(sourceOf(['crtsh', 'certspotter'], null, silent));
const ofCrtsh = ['*.shop.zone.test', 'old.zone.test', 'www.zone.test'];
const ofCertspotter = ['api.zone.test', 'www.zone.test', 'zone.test'];

describe('both services together', () => {
  it('return every host of the domain with its last-expiring certificate, and wildcards separately', async () => {
    const { report, findings, names } = await both();
    expect(report).toMatchObject({ outcome: 'complete', reason: null, fetchedAt: now() });
    expect(names).toEqual(['*.shop.zone.test', 'api.zone.test', 'old.zone.test', 'www.zone.test', 'zone.test']);
    expect(findings.find(({ host }) => host === 'old.zone.test')?.logged).toEqual({
      issuer: 'Sectigo, Limited',
      notBefore: begun,
      notAfter: past,
      san: ['old.zone.test'],
    });
    expect(findings.find(({ host, isWildcard }) => host === 'shop.zone.test' && isWildcard)?.logged?.san).toEqual([
      'www.zone.test',
      '*.shop.zone.test',
    ]);
  });

  it('return the start of a certificate, or null if it cannot be parsed', async () => {
    const { findings } = await both();
    expect(findings.find(({ host }) => host === 'zone.test')?.logged?.notBefore).toEqual(past);
    const entry = { name_value: 'www.zone.test', issuer_name: 'O=X', not_after: '2027-01-20T12:00:00' };
    for (const begins of ['soon', null, undefined, '2027-01-20T12:00:01']) {
      crtsh.misbehave({ kind: 'body', body: JSON.stringify([{ ...entry, not_before: begins }]) });
      const { findings: read } = await askSource(sourceOf(['crtsh']));
      expect(read[0]?.logged).toMatchObject({ notBefore: null, notAfter: future });
    }
  });

  it('are not asked if the operator disabled them', async () => {
    const alone = await askSource(sourceOf(['certspotter'], 'secret'));
    expect(alone.names).toEqual(ofCertspotter);
    expect(alone.report).toMatchObject({ outcome: 'complete', reason: null });
    expect(crtsh.asked).toEqual([]);
    expect(new Set(certspotter.authorizations)).toEqual(new Set(['Bearer secret']));
    expect(await askSource(sourceOf([]))).toMatchObject({
      report: { outcome: 'failed', reason: 'The operator has disabled certificate transparency.' },
      names: [],
    });
  });
});

const failures: readonly (readonly [string, Misbehavior, string])[] = [
  ['slow', { kind: 'slow' }, 'did not answer in time.'],
  ['429', { kind: 'status', status: 429, headers: { 'retry-after': '3600' } }, 'rate limited the request (429).'],
  ['503 with HTML', overloaded, 'returned status 503 with a web page instead of data.'],
  ['500', { kind: 'status', status: 500 }, 'returned status 500.'],
  [
    'a refusal with a reason',
    { kind: 'status', status: 403, body: '{"code":"not_allowed","message":"Buy a\\u202e plan\\u0000."}' },
    'returned status 403: Buy a plan .',
  ],
  ['a page with 200', { kind: 'body', body: '<html>Sorry</html>', contentType: 'text/html' }, 'returned a web page instead of data.'],
  ['wrong JSON', { kind: 'body', body: '[{"id": nonsense}]' }, 'returned invalid data.'],
  ['JSON that is not a list', { kind: 'body', body: '{"error": "no"}' }, 'returned invalid data.'],
  ['a list of something else', { kind: 'body', body: '[1, "two", {"three": 3}]' }, 'returned invalid data.'],
  ['nothing at all', { kind: 'body', body: '' }, 'returned invalid data.'],
];

describe.each(failures)('%s', (_, misbehavior, reason) => {
  const silentAmong = (...services: readonly Service[]): readonly Service[] => (misbehavior.kind === 'slow' ? services : []);

  it('from crt.sh is reported and does not affect Cert Spotter', async () => {
    crtsh.misbehave(misbehavior);
    const { report, names } = await both(...silentAmong('crtsh'));
    expect(report).toMatchObject({ outcome: 'partial', reason: `crt.sh ${reason}` });
    expect(names).toEqual(ofCertspotter);
  });

  it('from Cert Spotter is reported and does not affect crt.sh', async () => {
    certspotter.misbehave(misbehavior);
    const { report, names } = await both(...silentAmong('certspotter'));
    expect(report).toMatchObject({ outcome: 'partial', reason: `Cert Spotter ${reason}` });
    expect(names).toEqual(ofCrtsh);
  });

  it('from both is a failure of the source', async () => {
    crtsh.misbehave(misbehavior);
    certspotter.misbehave(misbehavior);
    const { report, names } = await both(...silentAmong('crtsh', 'certspotter'));
    expect(report).toMatchObject({ outcome: 'failed', reason: `crt.sh ${reason} Cert Spotter ${reason}` });
    expect(names).toEqual([]);
  });
});

describe('an empty answer', () => {
  it('is complete', async () => {
    crtsh.entries = [];
    certspotter.entries = [];
    const { report, names } = await both();
    expect(report).toMatchObject({ outcome: 'complete', reason: null });
    expect(names).toEqual([]);
  });
});

describe('crt.sh', () => {
  const crtshAlone = () => askSource(sourceOf(['crtsh']), { budgetMs: 60_000 });
  const many = (count: number, notAfter: Date, prefix: string) =>
    Array.from({ length: count }, (_, index) => ({ names: [`${prefix}${index}.zone.test`], notAfter }));

  it('that reaches its hidden limit gets a narrower search, and is partial', async () => {
    crtsh.entries = [...many(10_000, past, 'old'), ...many(50, future, 'new')];
    const { report, names } = await crtshAlone();
    expect(names).toHaveLength(10_050);
    expect(report).toMatchObject({
      outcome: 'partial',
      reason: 'crt.sh has more than 10,000 entries. Names found only in expired certificates may be missing.',
    });
    expect(crtsh.asked.map((path) => new URL(path, crtsh.url).searchParams.get('exclude'))).toEqual([null, 'expired']);
  });

  it('that reaches it again is searched for recent entries', async () => {
    crtsh.entries = many(10_000, future, 'old');
    const { report } = await crtshAlone();
    expect(report).toMatchObject({ outcome: 'partial', reason: expect.stringContaining('from the last 100 days') });
    expect(crtsh.asked).toHaveLength(3);
  });

  it('that recovers is asked again after its Retry-After', async () => {
    crtsh.misbehave((request) => (request === 0 ? { kind: 'status', status: 503, headers: { 'retry-after': '0' } } : { kind: 'none' }));
    const { report, names } = await crtshAlone();
    expect(report.outcome).toBe('complete');
    expect(names).toEqual(ofCrtsh);
    expect(crtsh.asked).toHaveLength(2);
  });

  it('that disconnects is partial and keeps what it returned', async () => {
    crtsh.misbehave({ kind: 'disconnects', after: 1 });
    const { report, names } = await crtshAlone();
    expect(names).toEqual(['*.shop.zone.test', 'www.zone.test']);
    expect(report).toMatchObject({ outcome: 'partial', reason: 'crt.sh could not be reached.' });
  });

  it('serves other searches between the attempts of a failing one', async () => {
    crtsh.misbehave((request) => (request === 0 ? { kind: 'slow' } : { kind: 'none' }));
    const service = createCrtsh({ fetch, baseUrl: crtsh.url, retryPolicy: { ...hasty, timeoutMs: 2_000, backOffMs: 60 }, now });
    const source = createCtSource({ clock: { now }, services: [service] });
    await Promise.all([askSource(source, { domain: 'zone.test' }), askSource(source, { domain: 'shop.zone.test' })]);
    expect(crtsh.asked.map((path) => new URL(path, crtsh.url).searchParams.get('q'))).toEqual([
      '%.zone.test',
      '%.shop.zone.test',
      '%.zone.test',
    ]);
  });

  it('that is busy with other searches is not reported as unresponsive', async () => {
    crtsh.misbehave({ kind: 'slow' });
    const service = createCrtsh({ fetch, baseUrl: crtsh.url, retryPolicy: { ...hasty, timeoutMs: 1_500 }, now });
    const source = createCtSource({ clock: { now }, services: [service] });
    const [, { report }] = await Promise.all([askSource(source), askSource(source, { budgetMs: 100 })]);
    expect(report).toMatchObject({ outcome: 'failed', reason: 'crt.sh was busy with other searches until the timeout.' });
    expect(crtsh.asked).toHaveLength(2);
  });

  it('that rate limits is asked by no search until its Retry-After has passed', async () => {
    const retryAfter = { 'retry-after': '0.08' };
    const times: number[] = [];
    crtsh.misbehave((request) => {
      times.push(performance.now());
      return request === 0 ? { kind: 'status', status: 429, headers: retryAfter } : { kind: 'none' };
    });
    const source = createCtSource({ clock: { now }, services: [createCrtsh({ fetch, baseUrl: crtsh.url, retryPolicy: patient, now })] });
    await Promise.all([askSource(source), askSource(source)]);
    const [first = 0, second = 0] = times;
    expect(second - first).toBeGreaterThanOrEqual(75);
    expect(times).toHaveLength(3);
  });

  it('that never ends is cut off at 64 MB and keeps what it returned', async () => {
    const entry = (name: string) => ({
      issuer_name: 'O=X',
      name_value: name,
      not_after: '2027-01-20T12:00:00',
      padding: 'x'.repeat(1_000_000),
    });
    const body = `[${Array.from({ length: 72 }, (_, index) => JSON.stringify(entry(`h${index}.zone.test`))).join(',')}]`;
    crtsh.misbehave({ kind: 'body', body });
    const { report, names } = await crtshAlone();
    expect(report).toMatchObject({ outcome: 'partial', reason: 'crt.sh returned too much data.' });
    expect(names.length).toBeGreaterThan(60);
    expect(names.length).toBeLessThan(72);
    expect(crtsh.asked).toHaveLength(1);
  });

  it('stops after a certificate with more names than a search stores', async () => {
    const names = Array.from({ length: 60_000 }, (_, index) => `h${index}.zone.test`);
    crtsh.entries = [{ names, notAfter: future }];
    const { report, findings } = await askSource(sourceOf(['crtsh']), { budgetMs: 60_000, batchesMax: 40 });
    expect(report).toMatchObject({ outcome: 'partial', reason: 'crt.sh: The limit of names per search was reached.' });
    expect(findings).toHaveLength(20_000);
    expect(findings[0]?.logged?.san).toHaveLength(100);
  });

  it('gets one request at a time', async () => {
    let open = 0;
    let most = 0;
    const counting: typeof fetch = async (...asked) => {
      open += 1;
      most = Math.max(most, open);
      return fetch(...asked).finally(() => {
        open -= 1;
      });
    };
    const source = createCtSource({
      clock: { now },
      services: [createCrtsh({ fetch: counting, baseUrl: crtsh.url, retryPolicy: patient, now })],
    });
    await Promise.all([askSource(source), askSource(source), askSource(source)]);
    expect(most).toBe(1);
  });
});

describe.each(['crtsh', 'certspotter'] as const)('a rate limit of %s', (name) => {
  const SECOND_MS = 1000;
  const begin = now().getTime();
  const limited = (seconds: number | string, status = 429): Misbehavior => ({
    kind: 'status',
    status,
    headers: { 'retry-after': String(seconds) },
  });
  /** One service for all searches of a test, as in a process, with a clock that can be moved. */
  const living = () => {
    let at = begin;
    const clock = { now: () => new Date(at) };
    const service = name === 'crtsh' ? crtsh : certspotter;
    const options = { fetch, baseUrl: service.url, retryPolicy: patient, now: clock.now };
    const source = createCtSource({
      clock,
      services: [name === 'crtsh' ? createCrtsh(options) : createCertspotter({ ...options, token: null })],
    });
    const search = async () => (await askSource(source)).report;
    return { service, search, pass: (ms: number) => (at += ms) };
  };
  const label = name === 'crtsh' ? 'crt.sh' : 'Cert Spotter';

  it.each([429, 503])('stops later searches and reports its end (%i)', async (status) => {
    const { service, search, pass } = living();
    service.misbehave(limited(600, status));
    expect(await search()).toMatchObject({ outcome: 'failed' });
    service.misbehave({ kind: 'none' });
    pass(599 * SECOND_MS);
    expect(await search()).toMatchObject({
      outcome: 'failed',
      reason: `${label} was not asked: it is rate limited until 12:10 UTC.`,
      answers: [],
    });
    expect(service.asked).toHaveLength(1);
    pass(SECOND_MS);
    expect(await search()).toMatchObject({ outcome: 'complete', reason: null });
  });

  it('for a year lasts an hour, and not at all after the clock moved back', async () => {
    const { service, search, pass } = living();
    service.misbehave((request) => (request === 0 ? limited(31_536_000) : { kind: 'none' }));
    await search();
    pass(3599 * SECOND_MS);
    expect(await search()).toMatchObject({ outcome: 'failed' });
    pass(-7200 * SECOND_MS);
    expect(await search()).toMatchObject({ outcome: 'complete' });
    service.misbehave(limited('Wed, 20 Nov 2999 12:00:00 GMT'));
    await search();
    service.misbehave({ kind: 'none' });
    expect(await search()).toMatchObject({ outcome: 'failed' });
    pass(3600 * SECOND_MS);
    expect(await search()).toMatchObject({ outcome: 'complete' });
  });

  it("no longer than a search's own wait is waited for", async () => {
    const { service, search } = living();
    service.misbehave((request) => (request < patient.tries ? limited(0.05) : { kind: 'none' }));
    expect(await search()).toMatchObject({ outcome: 'failed' });
    expect(await search()).toMatchObject({ outcome: 'complete' });
  });
});

describe('a cached answer', () => {
  const before = new Date('2026-11-20T09:00:00Z');

  it('is reused with its time', async () => {
    const { report: first } = await both();
    expect(first.answers?.map(({ service }) => service)).toEqual(['crt.sh', 'Cert Spotter']);
    const answered = first.answers?.map((answer) => ({ ...answer, fetchedAt: before })) ?? [];
    crtsh.asked.length = 0;
    certspotter.asked.length = 0;
    const { report } = await askSource(sourceOf(['crtsh', 'certspotter']), { answered });
    expect([...crtsh.asked, ...certspotter.asked]).toEqual([]);
    expect(report).toEqual({ outcome: 'complete', reason: null, fetchedAt: before, answers: answered });
  });

  it('is used for one service while the other is asked again', async () => {
    certspotter.misbehave({ kind: 'status', status: 500 });
    const { report: first } = await both();
    expect(first.answers?.map(({ service }) => service)).toEqual(['crt.sh']);
    certspotter.misbehave({ kind: 'none' });
    crtsh.asked.length = 0;
    const { report, names } = await askSource(sourceOf(['crtsh', 'certspotter']), { answered: first.answers ?? [] });
    expect(crtsh.asked).toEqual([]);
    expect(names).toEqual(ofCertspotter);
    expect(report).toMatchObject({ outcome: 'complete', reason: null });
  });

  it('that hit a limit stays partial, and one that disconnected is not cached', async () => {
    const cut = { service: 'crt.sh', outcome: 'partial', reason: 'crt.sh has more than 10,000 entries.', fetchedAt: before } as const;
    const { report } = await askSource(sourceOf(['crtsh']), { answered: [cut] });
    expect(report).toMatchObject({ outcome: 'partial', reason: cut.reason, answers: [cut] });
    crtsh.misbehave({ kind: 'disconnects', after: 1 });
    expect((await askSource(sourceOf(['crtsh']))).report.answers).toEqual([]);
  });
});

it.each(['corp.internal', 'printer.local', 'nas.home.arpa', 'fileserver.lan'])(
  'no log is asked about %s, which public logs cannot contain',
  async (domain) => {
    const { report, names } = await askSource(sourceOf(['crtsh', 'certspotter']), { domain });
    expect(report).toMatchObject({
      outcome: 'complete',
      unasked: true,
      reason: expect.stringMatching(/^No log was asked: public logs have no names below \./),
    });
    expect(names).toEqual([]);
    expect([...crtsh.asked, ...certspotter.asked]).toEqual([]);
  },
);

describe('Cert Spotter', () => {
  it('is read to the last page', async () => {
    await both();
    expect(certspotter.asked.map((path) => new URL(path, certspotter.url).searchParams.get('after'))).toEqual([null, '2', '3']);
  });

  it('that returns one page and then fails is partial', async () => {
    certspotter.misbehave((request) =>
      request === 0 ? { kind: 'none' } : { kind: 'status', status: 429, body: '{"code":"rate_limited"}' },
    );
    const { report, names } = await askSource(sourceOf(['certspotter']));
    expect(names).toEqual(['api.zone.test', 'www.zone.test']);
    expect(report).toMatchObject({
      outcome: 'partial',
      reason: 'Cert Spotter rate limited the request (429). It had returned 1 page.',
    });
  });

  it('that returns the same page forever is abandoned', async () => {
    certspotter.misbehave({
      kind: 'body',
      body: JSON.stringify([{ id: '7', dns_names: ['a.zone.test'], not_after: '2027-01-01T00:00:00Z', issuer: { name: 'CN=X' } }]),
    });
    const { report } = await askSource(sourceOf(['certspotter']));
    expect(certspotter.asked).toHaveLength(2);
    expect(report).toMatchObject({ outcome: 'partial', reason: expect.stringContaining('invalid data') });
  });
});

it('drops names outside the domain and deceptive names', async () => {
  crtsh.entries = [
    {
      names: [
        'ok.zone.test',
        'evil.example',
        'zone.test.evil.example',
        'notzone.test',
        'user@zone.test',
        'a b.zone.test',
        '<script>.zone.test',
        '\u202etxt.zone.test',
        'a..zone.test',
        '-a.zone.test',
        '_dmarc.zone.test',
        '*.*.zone.test',
        '*.',
        '.zone.test',
        '*zone.test',
        'a.*.zone.test',
        'nul\u0000.zone.test',
        '\u0000.zone.test',
        '192.0.2.1',
        '192.0.2.1.zone.test.',
        'https://zone.test',
        'раураl.zone.test',
        'zone.test\u2024evil.example',
        `${'a.'.repeat(10_000)}zone.test`,
        `${'a'.repeat(64)}.zone.test`,
        `${'a.'.repeat(126)}zone.test`,
        'bücher.zone.test',
        'UPPER.zone.test.',
      ],
      notAfter: future,
      issuer: `O=Evil\u202e\u0000 Inc, CN=${'x'.repeat(5000)}`,
    },
  ];
  const { names, findings } = await askSource(sourceOf(['crtsh']));
  expect(names).toEqual([
    '192.0.2.1.zone.test',
    'ok.zone.test',
    'upper.zone.test',
    'xn--bcher-kva.zone.test',
    // Cyrillic letters that resemble Latin ones are shown as punycode.
    'xn--l-7sba6dbr.zone.test',
  ]);
  expect(findings[0]?.logged?.issuer).toBe('Evil Inc');
});
