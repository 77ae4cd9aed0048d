import { type FoundIssuance, type IssuanceSearch, type IssuanceSource, LISTED_NAMES_MAX } from '@notafter/domain';
import type { RetryPolicy } from '@notafter/net/lists';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bulkCertificate } from '../testing/bulk-certificates.ts';
import { overloaded, type ServerFault } from '../testing/faulty-server.ts';
import { loopbackFetch } from '../testing/follow.ts';
import { type SearchService, startCertspotterService, startCrtshService } from '../testing/search-services.ts';
import { createCertspotterSource } from './certspotter.ts';
import { createCrtshSource } from './crtsh.ts';

const now = (): Date => new Date('2026-11-20T12:00:00Z');
const DAY_MS = 86_400_000;
const patient: RetryPolicy = { timeoutMs: 30_000, tries: 1, backOffMs: 1, waitMaxMs: 10 };
const userAgent = 'Notafter (+mailto:ops@example.com)';

const sources = {
  'Cert Spotter': {
    start: () => startCertspotterService({ pageSize: 3 }),
    source: ({ url: baseUrl }: SearchService, retryPolicy = patient) =>
      createCertspotterSource({ fetch: loopbackFetch(), baseUrl, token: 'secret', userAgent, retryPolicy, now }),
  },
  'crt.sh': {
    start: () => startCrtshService({ limit: 10 }),
    source: ({ url: baseUrl }: SearchService, retryPolicy = patient) =>
      createCrtshSource({ fetch: loopbackFetch(), baseUrl, userAgent, retryPolicy, now, pauseMs: 0 }),
  },
} as const;

let serial = 0;
const log = (service: SearchService, name: string, { daysAgo = 1, isPrecertificate = false } = {}) => {
  const notBefore = new Date(now().getTime() - daysAgo * DAY_MS);
  const of = bulkCertificate({ serial: serial++, names: [name], notBefore });
  service.entries.push({ of, isPrecertificate, notBefore });
  return of;
};

/** Stores what a source finds, as users of the package do. */
const createReader = (source: IssuanceSource) => {
  const found: FoundIssuance[] = [];
  let cursor: string | null = null;
  return {
    found,
    cursor: () => cursor,
    read: (more: Partial<IssuanceSearch> = {}) =>
      source.read({
        domain: 'example.com',
        cursor,
        signal: new AbortController().signal,
        timeoutMs: 60_000,
        known: async (ids) => new Set(ids.filter((id) => found.some(({ sourceId }) => sourceId === id))),
        onBatch: async (batch) => {
          ({ cursor } = batch);
          found.push(...batch.issuances);
        },
        ...more,
      }),
  };
};

describe.each(['Cert Spotter', 'crt.sh'] as const)('%s', (name) => {
  let service: SearchService;
  beforeEach(async () => {
    service = await sources[name].start();
  });
  afterEach(() => service.close());

  it('finds everything once, with the identity that logs give it', async () => {
    const logged = ['www.example.com', '*.example.com', 'example.com', 'a.b.example.com'].map((each, index) =>
      log(service, each, { isPrecertificate: index % 2 === 0 }),
    );
    log(service, 'www.example.org');
    const reader = createReader(sources[name].source(service));
    expect(await reader.read()).toMatchObject({ outcome: 'complete', reason: null });
    expect(reader.found.map(({ tbsSha256, isPrecertificate }) => [tbsSha256, isPrecertificate])).toEqual(
      logged.map(({ tbsSha256 }, index) => [tbsSha256, index % 2 === 0]),
    );
    expect(
      reader.found.every(({ der, watched, names }) => der !== null && watched[0] === 'example.com' && names.length <= LISTED_NAMES_MAX),
    ).toBe(true);
    const asked = service.asked.length;
    log(service, 'new.example.com');
    expect((await reader.read()).outcome).toBe('complete');
    expect(reader.found.map(({ names }) => names[0]).slice(4)).toEqual(['new.example.com']);
    expect(service.asked.length - asked).toBeLessThanOrEqual(2);
    expect([...service.userAgents]).toEqual([userAgent]);
  });

  const faults: readonly (readonly [string, ServerFault, string])[] = [
    ['slow', { kind: 'slow' }, 'did not answer in time.'],
    ['rate limited', { kind: 'status', status: 429, headers: { 'retry-after': '3600' } }, 'rate limited the request (429).'],
    ['503 with a web page', overloaded, 'returned status 503 with a web page instead of data.'],
    ['a web page', { kind: 'body', body: '<html></html>' }, 'returned a web page instead of data.'],
    ['wrong JSON', { kind: 'body', body: '[{]' }, 'returned invalid data.'],
    ['another list', { kind: 'body', body: '[1,2]' }, 'returned invalid data.'],
    ['truncated', { kind: 'truncated' }, 'could not be reached.'],
  ];

  it.each(faults)('that is %s fails with the reason, and loses nothing', async (_, fault, reason) => {
    log(service, 'www.example.com');
    const hasty = { ...patient, timeoutMs: fault.kind === 'slow' ? 300 : 30_000 };
    const reader = createReader(sources[name].source(service, hasty));
    service.misbehave(fault);
    const result = await reader.read();
    expect(result).toMatchObject({ outcome: 'failed', reason: `${name} ${reason}`, cursor: null });
    expect(result.retryAfterMs).toBe(fault.kind === 'status' && fault.status === 429 ? 3_600_000 : null);
    service.misbehave({ kind: 'none' });
    const again = createReader(sources[name].source(service));
    expect((await again.read()).outcome).toBe('complete');
    expect(again.found).toHaveLength(1);
  });

  it('is not believed about certificates of other names', async () => {
    const of = bulkCertificate({ serial: serial++, names: ['www.example.org'] });
    service.entries.push({ of: { ...of, names: ['www.example.com'] }, isPrecertificate: false, notBefore: now() });
    const reader = createReader(sources[name].source(service));
    // crt.sh also finds mail addresses; Cert Spotter does not.
    expect((await reader.read()).outcome).toBe(name === 'crt.sh' ? 'complete' : 'partial');
    expect(reader.found).toEqual([]);
  });

  it('throws what storing throws', async () => {
    log(service, 'www.example.com');
    const reader = createReader(sources[name].source(service));
    const away = new Error('The database is away.');
    await expect(reader.read({ onBatch: () => Promise.reject(away) })).rejects.toBe(away);
  });
});

describe('Cert Spotter', () => {
  it('goes on after the page that was stored last', async () => {
    const service = await startCertspotterService({ pageSize: 2 });
    for (let index = 0; index < 5; index += 1) log(service, `n${index}.example.com`);
    const reader = createReader(sources['Cert Spotter'].source(service));
    service.misbehave({ kind: 'status', status: 500 }, /after=4/);
    expect(await reader.read()).toMatchObject({ outcome: 'partial', cursor: '4', reason: 'Cert Spotter returned status 500.' });
    service.misbehave({ kind: 'none' });
    expect(await reader.read()).toMatchObject({ outcome: 'complete', cursor: '5' });
    expect(reader.found.map(({ sourceId }) => sourceId)).toEqual(['1', '2', '3', '4', '5']);
    await service.close();
  });
});

describe('crt.sh at its limit', () => {
  it('is partial, and its newest certificates are found by narrower windows', async () => {
    const service = await startCrtshService({ limit: 10 });
    for (let index = 0; index < 30; index += 1) log(service, `old${index}.example.com`, { daysAgo: 120 });
    for (let index = 0; index < 4; index += 1) log(service, `new${index}.example.com`, { daysAgo: 2 });
    const reader = createReader(sources['crt.sh'].source(service));
    expect(await reader.read()).toMatchObject({
      outcome: 'partial',
      reason: expect.stringContaining('more than 10,000 entries'),
      cursor: '2026-11-13',
    });
    expect(reader.found.filter(({ names }) => names[0]?.startsWith('new'))).toHaveLength(4);
    expect(reader.found).toHaveLength(14);
    expect(await reader.read()).toMatchObject({ outcome: 'complete' });
    await service.close();
  });

  it('is not asked again if it ignores the window', async () => {
    const service = await startCrtshService({ limit: 10 });
    for (let index = 0; index < 12; index += 1) log(service, `old${index}.example.com`, { daysAgo: 120 });
    service.misbehave(
      { kind: 'body', body: JSON.stringify([{ id: 1, not_before: '2026-01-01T00:00:00', result_count: 10_000 }]) },
      /output=json/,
    );
    const reader = createReader(sources['crt.sh'].source(service));
    expect(await reader.read()).toMatchObject({ outcome: 'partial' });
    expect(service.asked.filter((path) => path.includes('output=json'))).toHaveLength(2);
    await service.close();
  });

  it('is not asked for further certificates after 429, until the pause is over', async () => {
    const service = await startCrtshService();
    for (let index = 0; index < 4; index += 1) log(service, `n${index}.example.com`);
    const source = sources['crt.sh'].source(service);
    const reader = createReader(source);
    service.misbehave({ kind: 'status', status: 429, headers: { 'retry-after': '600' } }, /d=[23]$/);
    const result = await reader.read();
    expect(result).toMatchObject({ outcome: 'partial', retryAfterMs: 600_000, reason: 'crt.sh rate limited the downloads (429).' });
    expect(service.asked.filter((path) => path.includes('?d='))).toEqual(['?d=1', '?d=2']);
    expect(await createReader(source).read()).toMatchObject({ outcome: 'failed', retryAfterMs: 600_000 });
    expect(service.asked).toHaveLength(3);
    await service.close();
  });

  it('does not wait for certificates that are not of the domain, and asks for them once', async () => {
    const service = await startCrtshService();
    const of = bulkCertificate({ serial: serial++, names: ['mail.example.org'] });
    service.entries.push({ of: { ...of, names: ['www.example.com'] }, isPrecertificate: false, notBefore: now() });
    const reader = createReader(sources['crt.sh'].source(service));
    for (const _ of [1, 2]) expect(await reader.read()).toMatchObject({ outcome: 'complete', cursor: '2026-11-13' });
    expect(service.asked.filter((path) => path.includes('?d='))).toHaveLength(1);
    await service.close();
  });

  it('is partial until every certificate could be downloaded', async () => {
    const service = await startCrtshService();
    for (let index = 0; index < 3; index += 1) log(service, `n${index}.example.com`);
    const reader = createReader(sources['crt.sh'].source(service));
    service.misbehave({ kind: 'status', status: 500 }, /d=2$/);
    expect(await reader.read()).toMatchObject({ outcome: 'partial', cursor: null, reason: 'crt.sh did not return 1 certificate yet.' });
    service.misbehave({ kind: 'none' });
    expect(await reader.read()).toMatchObject({ outcome: 'complete', cursor: '2026-11-13' });
    expect(reader.found.map(({ sourceId }) => sourceId)).toEqual(['1', '3', '2']);
    await service.close();
  });
});
