import { createDnsClient } from '@notafter/net/dns';
import { startZoneServer, type ZoneOptions, type ZoneServer } from '@notafter/net/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { askSource } from '../testing/index.ts';
import { createDnsSource } from './dns-source.ts';
import { guessedLabels } from './labels.ts';

const now = () => new Date('2026-11-20T12:00:00Z');
let server: ZoneServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

/** Generous timeouts: a busy machine is not a silent server. Tests of silent servers set their own. */
const ask = async (
  zone: ZoneOptions,
  options: Parameters<typeof askSource>[1] & { readonly labels?: readonly string[]; readonly timeoutMs?: number } = {},
) => {
  server = await startZoneServer(zone);
  const { labels = ['www', 'api', 'mail', 'dev'], timeoutMs = 10_000, ...rest } = options;
  const client = createDnsClient({ servers: [server.address], timeoutMs });
  return askSource(createDnsSource({ clock: { now }, client, labels }), rest);
};
const a = { A: ['192.0.2.1'] };

describe('reads', () => {
  it('every record of the domain that can name a host below it, and guessed names', async () => {
    const { report, names } = await ask({
      apex: 'zone.test',
      names: {
        'zone.test': {
          A: ['192.0.2.1'],
          NS: ['ns1.zone.test', 'ns.elsewhere.example'],
          MX: ['mx.zone.test', 'mx.elsewhere.example'],
          CAA: ['issue letsencrypt.org', 'iodef mailto:security@sec.zone.test', 'iodef https://report.zone.test/caa'],
        },
        '_imaps._tcp.zone.test': { SRV: ['993 imap.zone.test'] },
        '_https._tcp.zone.test': { SRV: ['0 .', '8443 console.zone.test'] },
        'www.zone.test': { CNAME: ['web.zone.test'] },
        'api.zone.test': { AAAA: ['::1'] },
        'mail.zone.test': { CNAME: ['mail.elsewhere.example'] },
      },
    });
    expect(report).toEqual({ outcome: 'complete', reason: null, fetchedAt: now() });
    expect(names).toEqual([
      'api.zone.test',
      'console.zone.test:8443',
      'imap.zone.test:993',
      'mail.zone.test',
      'mx.zone.test',
      'mx.zone.test:25',
      'ns1.zone.test',
      'report.zone.test',
      'sec.zone.test',
      'web.zone.test',
      'www.zone.test',
      'zone.test',
    ]);
    expect(server?.asked.some((query) => query.endsWith('/TXT'))).toBe(false);
  });

  it('truncated UDP answers again over TCP', async () => {
    const { names, report } = await ask({ apex: 'zone.test', names: { 'zone.test': a, 'www.zone.test': a }, cutsUdp: true });
    expect(names).toEqual(['www.zone.test', 'zone.test']);
    expect(report.outcome).toBe('complete');
  });

  it('nothing below a name that does not exist', async () => {
    const { report, names } = await ask({ apex: 'zone.test', names: {} });
    expect(report).toMatchObject({ outcome: 'complete', reason: 'The name zone.test does not exist in DNS.' });
    expect(names).toEqual([]);
    expect(server?.asked.some((query) => query.startsWith('www.'))).toBe(false);
  });
});

describe('guesses', () => {
  it('over a thousand unique plain labels from its list', async () => {
    expect(guessedLabels.length).toBeGreaterThan(1_000);
    expect(new Set(guessedLabels).size).toBe(guessedLabels.length);
    expect(guessedLabels.filter((label) => !/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(label))).toEqual([]);
    const { names, steps } = await ask(
      { apex: 'zone.test', names: { 'zone.test': a, 'grafana.zone.test': a, 'api-staging.zone.test': a } },
      { labels: guessedLabels },
    );
    expect(names).toEqual(['api-staging.zone.test', 'grafana.zone.test', 'zone.test']);
    expect(steps.at(-1)?.done).toBeCloseTo(1);
  });

  it('only differing answers if every name resolves', async () => {
    const { report, names } = await ask(
      {
        apex: 'zone.test',
        names: {
          'zone.test': a,
          '*.zone.test': { A: ['192.0.2.9'] },
          'api.zone.test': { A: ['192.0.2.10'] },
          'www.zone.test': { A: ['192.0.2.9'] },
        },
      },
      { labels: guessedLabels },
    );
    expect(names).toEqual(['api.zone.test', 'zone.test']);
    expect(report.outcome).toBe('complete');
  });

  it('nothing if every name resolves to a different answer', async () => {
    let next = 0;
    const { report, names } = await ask({
      apex: 'zone.test',
      names: { 'zone.test': a, '*.zone.test': a },
      shifting: () => {
        next += 1;
        return `192.0.2.${next}`;
      },
    });
    expect(names).toEqual(['zone.test']);
    expect(report).toMatchObject({
      outcome: 'partial',
      reason: 'Every name below zone.test resolves to a different answer, so names cannot be guessed.',
    });
  });

  it('on after unanswered names, and counts them', async () => {
    const { report, names } = await ask(
      { apex: 'zone.test', names: { 'zone.test': a, 'www.zone.test': a, 'api.zone.test': 'SERVFAIL', 'dev.zone.test': 'DROP' } },
      { timeoutMs: 4_000 },
    );
    expect(names).toEqual(['www.zone.test', 'zone.test']);
    expect(report).toMatchObject({ outcome: 'partial', reason: '2 of 4 guessed names got no answer.' });
  });
});

describe('walks', () => {
  const zone = { 'zone.test': a, 'hidden-7f3.zone.test': a, 'zz.zone.test': a };

  it('a zone that lists its names', async () => {
    const { report, names } = await ask({
      apex: 'zone.test',
      names: zone,
      chain: {
        'zone.test': '*.apps.zone.test',
        '*.apps.zone.test': '_dmarc.zone.test',
        '_dmarc.zone.test': 'hidden-7f3.zone.test',
        'hidden-7f3.zone.test': 'zz.zone.test',
        'zz.zone.test': 'zone.test',
      },
    });
    expect(names).toEqual(['*.apps.zone.test', 'hidden-7f3.zone.test', 'zone.test', 'zz.zone.test']);
    expect(report.outcome).toBe('complete');
  });

  it.each([
    ['in a circle', { 'zone.test': 'b.zone.test', 'b.zone.test': 'c.zone.test', 'c.zone.test': 'b.zone.test' }],
    ['out of the zone', { 'zone.test': 'b.zone.test', 'b.zone.test': 'evil.example' }],
    ['into nothing', { 'zone.test': 'b.zone.test' }],
  ])('not %s', async (_, chain) => {
    const { report, names } = await ask({ apex: 'zone.test', names: { 'zone.test': a, 'www.zone.test': a }, chain });
    expect(report).toMatchObject({ outcome: 'partial', reason: 'The zone’s list of names is incomplete.' });
    expect(names).toContain('www.zone.test');
    expect(names).not.toContain('evil.example');
  });

  it('no further than 2,000 names', async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, index) => [index === 0 ? 'zone.test' : `n${index}.zone.test`, `n${index + 1}.zone.test`]),
    );
    const { report, names } = await ask({ apex: 'zone.test', names: { 'zone.test': a }, chain });
    expect(report).toMatchObject({ outcome: 'partial', reason: 'The zone lists more than 2,000 names.' });
    expect(names).toHaveLength(2_000);
  });

  it('no zone that makes up its NSEC records', async () => {
    const { report, names } = await ask({ apex: 'zone.test', names: { 'zone.test': a }, chain: { 'zone.test': '\u0000.zone.test' } });
    expect(report.outcome).toBe('complete');
    expect(names).toEqual(['zone.test']);
  });
});

describe('fails', () => {
  it.each([
    ['that do not answer', 'DROP', 'The DNS servers did not answer.', 200],
    ['that answer SERVFAIL', 'SERVFAIL', 'The DNS servers answered SERVFAIL.', 10_000],
    ['that send garbage', Buffer.from('8180ffffffffffffffffc0', 'hex'), 'The DNS servers did not answer.', 200],
  ] as const)('with servers %s', async (_, answer, reason, timeoutMs) => {
    const { report, names } = await ask({ apex: 'zone.test', names: { 'zone.test': answer } }, { timeoutMs });
    expect(report).toMatchObject({ outcome: 'failed', reason });
    expect(names).toEqual([]);
  });
});

it('ends at its timeout', async () => {
  const { report } = await ask(
    { apex: 'zone.test', names: { 'zone.test': a, '*.zone.test': 'DROP', 'www.zone.test': a } },
    { budgetMs: 8_000, timeoutMs: 4_000, labels: guessedLabels },
  );
  expect(report).toMatchObject({ outcome: 'partial', reason: 'The source did not finish in time.' });
});
