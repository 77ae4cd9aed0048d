import type { FileReading } from '@notafter/keystores';
import { describe, expect, it } from 'vitest';
import type { CollectorConfig } from '../config/config.ts';
import type { ReadFiles } from '../files/read-files.ts';
import { readSources } from './read-sources.ts';
import { sha256Of } from './watched-item.ts';

const config: CollectorConfig = {
  allow: { networks: [], ports: [] },
  targets: [],
  acceptTargets: true,
  files: [{ pattern: '/etc/ssl/*' }],
  kubernetes: [],
  serverUrl: null,
  intervalMs: 60_000,
  dataDir: '/nowhere',
  dnsServers: [],
  caFile: null,
};
const [leaf, issuer] = [Buffer.from('leaf'), Buffer.from('issuer')];
const found = { alias: null, role: 'certificate', der: leaf, chain: [issuer], hasKey: true } as const;
const reading = (path: string, more: Partial<FileReading> = {}): FileReading => ({
  path,
  format: 'pem',
  certificates: [found],
  problem: null,
  ...more,
});

const lines: string[] = [];
const write = (_: object, message: string): void => void lines.push(message);
const log = { debug: write, info: write, warn: write, error: write };
const read = (readFiles: ReadFiles, known: readonly string[] = []) =>
  readSources(readFiles, config, {
    known: new Map(known.map((path) => [path, 'digest'])),
    log,
    now: () => new Date('2026-01-01T00:00:00Z'),
    signal: new AbortController().signal,
  });

describe('the files of a collector', () => {
  it('have their chains by hash, own certificate first', async () => {
    const { found: files } = await read(async () => [reading('/etc/ssl/a.pem')]);
    expect(files).toMatchObject([
      {
        finding: {
          path: '/etc/ssl/a.pem',
          at: '2026-01-01T00:00:00Z',
          certificates: [{ alias: null, role: 'certificate', chain: [sha256Of(leaf), sha256Of(issuer)], hasKey: true }],
        },
      },
    ]);
    expect([...(files[0]?.certificates.values() ?? [])]).toEqual([leaf, issuer]);
  });

  it('are reported once when they are gone, and not remembered', async () => {
    const { found: files, gone } = await read(async () => [reading('/etc/ssl/a.pem')], ['/etc/ssl/a.pem', '/etc/ssl/b.pem']);
    expect(gone).toEqual(['/etc/ssl/b.pem']);
    expect(files[1]).toMatchObject({ finding: { path: '/etc/ssl/b.pem', format: null, problem: { code: 'not_found' }, certificates: [] } });
  });

  it('do not count as gone if they could not be read at all, and their pattern says so to the server', async () => {
    const { found: files, gone } = await read(() => Promise.reject(new Error('out of memory')), ['/etc/ssl/a.pem']);
    expect(gone).toEqual([]);
    expect(files).toMatchObject([{ finding: { path: '/etc/ssl/*', problem: { code: 'unreachable' }, certificates: [] } }]);
    expect(lines).toContain('files could not be read');
  });

  it('do not count as gone below a pattern that could not be looked through', async () => {
    const unreadable = reading('/etc/ssl/*/cert[0-9].pem', {
      format: null,
      certificates: [],
      problem: { code: 'permission_denied', message: 'Permission denied.' },
    });
    const { gone } = await read(async () => [unreadable], ['/etc/ssl/a/cert1.pem', '/etc/other.pem']);
    expect(gone).toEqual(['/etc/other.pem']);
  });

  it('are the Secrets of a cluster, each by itself, and the cluster', async () => {
    const cluster = reading('kubernetes:in-cluster', {
      format: 'kubernetes',
      certificates: ['shop/tls', 'web/tls', 'web/tls'].map((alias) => ({ ...found, alias })),
    });
    const { found: files } = await read(async () => [cluster]);
    expect(files.map(({ finding }) => finding)).toMatchObject([
      { path: 'kubernetes:in-cluster', certificates: [], problem: null },
      { path: 'kubernetes:in-cluster/shop/tls', certificates: [{ alias: 'shop/tls' }] },
      { path: 'kubernetes:in-cluster/web/tls', certificates: [{}, {}] },
    ]);
  });

  it('keep the Secrets of a cluster that does not answer', async () => {
    const problem = { code: 'unreachable', message: 'The API does not answer.' } as const;
    const cluster = reading('kubernetes:in-cluster', { format: null, certificates: [], problem });
    const { found: files, gone } = await read(async () => [cluster], ['kubernetes:in-cluster', 'kubernetes:in-cluster/shop/tls']);
    expect([gone, files.map(({ finding }) => finding)]).toMatchObject([[], [{ path: 'kubernetes:in-cluster', problem }]]);
  });

  it('change with what is in them, and with their problem, not with the time', async () => {
    const digestOf = async (one: FileReading) => (await read(async () => [one])).found[0]?.digest;
    const first = await digestOf(reading('/a'));
    expect(await digestOf(reading('/a'))).toBe(first);
    expect(await digestOf(reading('/a', { certificates: [{ ...found, hasKey: false }] }))).not.toBe(first);
    expect(await digestOf(reading('/a', { problem: { code: 'wrong_password', message: 'No.' } }))).not.toBe(first);
  });

  it('have texts and sizes that the server takes', async () => {
    const { found: files } = await read(async () => [
      reading(`/etc/\u0007${'x'.repeat(5_000)}`, { problem: { code: 'broken', message: 'a\u0000b' } }),
      reading('/many', { certificates: Array.from({ length: 501 }, () => found) }),
      reading('/large', { certificates: [{ ...found, der: Buffer.alloc(100_001) }, found] }),
    ]);
    const [strange, many, large] = files.map(({ finding }) => finding);
    expect(strange).toMatchObject({
      path: expect.stringMatching(/^\/etc\/\uFFFDx{4090}$/),
      problem: { code: 'broken', message: 'a\uFFFDb' },
    });
    expect(many).toMatchObject({ problem: { code: 'too_many_entries' }, certificates: { length: 500 } });
    expect(large).toMatchObject({ problem: { code: 'too_large' }, certificates: [{ chain: [sha256Of(leaf), sha256Of(issuer)] }] });
  });
});
