import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isHandshake } from '@notafter/domain';
import { startTlsFarm, type TlsFarm } from '@notafter/tls/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CollectorFolder, makeCollectorFolder } from './testing/collector-folder.ts';
import { type StandInServer, startStandInServer } from './testing/stand-in-server.ts';

let farm: TlsFarm;
let server: StandInServer;
let folder: CollectorFolder;

const targetOf = (name: string): string => `${name}:${farm.port}?address=127.0.0.1`;
const configure = (more: object = {}): void =>
  folder.configure({ allow: { networks: ['127.0.0.1'], ports: [farm.port] }, targets: [targetOf('a.test'), targetOf('b.test')], ...more });
const leafOf = (name: string): Buffer => Buffer.from(farm.certificateOf(name).pem.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64');
/** The leaf that the server has for a name. */
const servedAt = (name: string): Buffer | undefined => {
  const [seen] = server.endpoints.get(targetOf(name)) ?? [];
  return seen !== undefined && isHandshake(seen) ? server.certificates.get(seen.chain[0] ?? '') : undefined;
};
const status = async (): Promise<Record<string, unknown>> => JSON.parse((await folder.run(['status', '--json'])).stdout);

beforeAll(async () => {
  farm = await startTlsFarm();
});
afterAll(() => farm.close());
beforeEach(async () => {
  server = await startStandInServer();
  folder = makeCollectorFolder();
  configure();
});
afterEach(async () => {
  expect(server.violations).toEqual([]);
  folder.remove();
  await server.close();
});

describe('online', () => {
  beforeEach(async () => {
    expect(await folder.run(['enroll', server.token])).toMatchObject({ code: 0 });
  });

  it('sends certificates once and then only what changed', async () => {
    expect(await folder.run(['run', '--once'])).toMatchObject({ code: 0 });
    expect([servedAt('a.test'), servedAt('b.test')]).toEqual([leafOf('a.test'), leafOf('b.test')]);
    farm.swap('a.test', farm.authority.issue('a.test'));
    expect(await folder.run(['run', '--once'])).toMatchObject({ code: 0 });
    expect(servedAt('a.test')).toEqual(leafOf('a.test'));
    const [, , second] = [...server.stored.values()];
    expect(Object.keys(second?.certificates ?? {})).toHaveLength(1);
    expect(second?.endpoints).toMatchObject([{ target: targetOf('a.test') }, { target: targetOf('b.test'), seen: 'unchanged' }]);
    expect(await status()).toMatchObject({ stopped: null, problems: [], acknowledged: 3, queue: { bundles: 0 } });
  });

  it('keeps files for this user only', () => {
    for (const name of readdirSync(folder.dataDir)) expect([name, statSync(join(folder.dataDir, name)).mode & 0o077]).toEqual([name, 0]);
    expect(statSync(folder.dataDir).mode & 0o077).toBe(0);
  });

  it('refuses a second enrollment unless it replaces the first', async () => {
    const other = await startStandInServer();
    const again = await folder.run(['enroll', other.token]);
    expect(again).toMatchObject({ code: 3, stderr: expect.stringContaining('Add --replace') });
    expect(await folder.run(['enroll', other.token, '--replace'])).toMatchObject({ code: 0 });
    expect(other.stored.size).toBe(1);
    await other.close();
  });

  it('queues while the server fails, and sends everything in order afterwards', async () => {
    server.faults.push('drop_before', { status: 503 });
    for (const _ of [1, 2]) expect(await folder.run(['run', '--once'])).toMatchObject({ code: 1 });
    expect(await status()).toMatchObject({ queue: { bundles: 2 }, problems: ['The server answered 503.'] });
    expect(await folder.run(['run', '--once'])).toMatchObject({ code: 0 });
    expect([...server.stored.keys()]).toEqual([1, 2, 3, 4]);
  });

  it('sends a bundle again whose answer was lost', async () => {
    server.faults.push('drop_after');
    expect(await folder.run(['run', '--once'])).toMatchObject({ code: 1 });
    expect(await folder.run(['run', '--once'])).toMatchObject({ code: 0 });
    expect([[...server.stored.keys()], server.counts.replays]).toEqual([[1, 2, 3], 1]);
  });

  it('closes a gap with a complete bundle after the server lost some', async () => {
    for (const _ of [1, 2, 3]) await folder.run(['run', '--once']);
    server.rollBack(2);
    expect(await folder.run(['run', '--once'])).toMatchObject({ code: 0 });
    const last = [...server.stored.values()].at(-1);
    expect(last).toMatchObject({ isComplete: true, endpoints: [{ seen: [{ address: '127.0.0.1' }] }, {}] });
    expect(await folder.run(['run', '--once'])).toMatchObject({ code: 0 });
    expect([...server.stored.values()].at(-1)).toMatchObject({ isComplete: false });
  });

  it('shows a fork when a copy of the data directory sends too, and stops, as the original does', async () => {
    await folder.run(['run', '--once']);
    const copy = makeCollectorFolder();
    copy.configure({ allow: { networks: ['127.0.0.1'], ports: [farm.port] }, targets: [targetOf('a.test')] });
    cpSync(folder.dataDir, copy.dataDir, { recursive: true });
    await folder.run(['run', '--once']);
    const forked = await copy.run(['run', '--once']);
    expect(forked).toMatchObject({ code: 2, stdout: expect.stringContaining('Another collector has the same key') });
    expect(await copy.run(['status'])).toMatchObject({ code: 2, stdout: expect.stringContaining('fork') });
    expect(await copy.run(['run'])).toMatchObject({ code: 2 });
    const stored = server.stored.size;
    const original = await folder.run(['run', '--once']);
    expect(original).toMatchObject({ code: 2, stdout: expect.stringContaining('The server takes nothing more from either') });
    expect([server.stored.size, (await status()).stopped]).toEqual([stored, 'fork']);
    copy.remove();
  });

  it('stops when it is revoked', async () => {
    server.isRevoked = true;
    expect(await folder.run(['run', '--once'])).toMatchObject({ code: 2, stdout: expect.stringContaining('revoked') });
    expect(await status()).toMatchObject({ stopped: 'revoked' });
  });

  it('says that the clocks differ', async () => {
    server.clockOffsetMs = -10 * 60_000;
    expect((await folder.run(['run', '--once'])).stdout).toContain('clock differs');
    expect(JSON.stringify((await status()).problems)).toMatch(/clock of this machine is (?:59|6\d)\d s ahead/);
  });

  it('reports a file that vanished once, and one that came back in full', async () => {
    const file = join(folder.path, 'tls', 'a.pem');
    mkdirSync(join(folder.path, 'tls'));
    writeFileSync(file, farm.certificateOf('a.test').pem);
    configure({ files: [{ pattern: 'tls/*.pem' }] });
    const filesOf = async () => {
      await folder.run(['run', '--once']);
      return [...server.stored.values()].at(-1)?.files.filter(({ path }) => path === file);
    };
    expect(await filesOf()).toMatchObject([{ format: 'pem', problem: null, certificates: [{ role: 'certificate', hasKey: false }] }]);
    expect(await filesOf()).toMatchObject([{ certificates: 'unchanged' }]);
    rmSync(file);
    expect(await filesOf()).toMatchObject([{ problem: { code: 'not_found' }, certificates: [] }]);
    expect(await filesOf()).toEqual([]);
    writeFileSync(file, farm.certificateOf('a.test').pem);
    expect(await filesOf()).toMatchObject([{ problem: null, certificates: [{ role: 'certificate' }] }]);
  });

  it('writes a complete bundle on request', async () => {
    for (const args of [
      ['run', '--once'],
      ['run', '--once', '--complete'],
    ])
      await folder.run(args);
    expect([...server.stored.values()].at(-1)).toMatchObject({ isComplete: true });
  });

  it('runs alone in its data directory', async () => {
    const running = folder.start(['run']);
    await expect.poll(() => server.stored.size).toBe(2);
    expect(await folder.run(['run', '--once'])).toMatchObject({ code: 3, stderr: expect.stringContaining('Another collector runs') });
    expect((await folder.run(['status'])).stdout).toContain('ok');
    running.kill('SIGTERM');
    await expect.poll(() => running.exitCode).toBe(143);
  });
});

describe('a server that asks for endpoints', () => {
  it('gets those that the allow list covers, in the next scan', async () => {
    await folder.run(['enroll', server.token]);
    server.targets = [targetOf('asked.test')];
    for (const _ of [1, 2]) await folder.run(['run', '--once']);
    expect(servedAt('asked.test')).toEqual(leafOf('asked.test'));
  });

  it('gets nothing if the file does not accept its endpoints', async () => {
    configure({ acceptTargets: false });
    server.targets = [targetOf('asked.test')];
    await folder.run(['enroll', server.token]);
    for (const _ of [1, 2]) await folder.run(['run', '--once']);
    expect([...server.endpoints.keys()]).toEqual([targetOf('a.test'), targetOf('b.test')]);
  });
});

describe('the enrollment', () => {
  it('leaves the first bundle queued if the server does not answer', async () => {
    server.faults.push('drop_before');
    expect(await folder.run(['enroll', server.token])).toMatchObject({ code: 1, stdout: expect.stringContaining('It is queued') });
    expect(await folder.run(['run', '--once'])).toMatchObject({ code: 0 });
    expect([...server.stored.keys()]).toEqual([1, 2]);
  });

  it('is refused for a token that was used', async () => {
    await folder.run(['enroll', server.token]);
    expect(await folder.run(['enroll', server.token, '--replace'])).toMatchObject({ code: 2 });
    expect((await folder.run(['run', '--once'])).code).toBe(2);
  });

  it.each([
    ['half a token', (token: string) => token.slice(0, 60), 'not a whole token'],
    ['another text', () => 'nonsense', 'not a whole token'],
  ])('is refused for %s', async (_, change, text) => {
    expect(await folder.run(['enroll', change(server.token)])).toMatchObject({ code: 3, stderr: expect.stringContaining(text) });
  });

  it('verifies the certificate of the server', async () => {
    const certificate = farm.authority.issue('localhost');
    const secure = await startStandInServer({ cert: certificate.chainPem, key: certificate.key.privatePem });
    expect(await folder.run(['enroll', secure.token])).toMatchObject({ code: 1, stderr: expect.stringMatching(/certificate|issuer/) });
    expect(secure.stored.size).toBe(0);
    writeFileSync(join(folder.path, 'ca.pem'), farm.ca);
    configure({ caFile: 'ca.pem' });
    expect(await folder.run(['run', '--once'])).toMatchObject({ code: 0 });
    expect([secure.stored.size, secure.violations]).toEqual([2, []]);
    await secure.close();
  });
});

describe('offline', () => {
  const files = (): string[] => readdirSync(join(folder.path, 'out')).sort();
  const read = (name: string): Buffer => readFileSync(join(folder.path, 'out', name));
  const exportAll = () => folder.run(['export', join(folder.path, 'out')]);

  beforeEach(async () => {
    expect(await folder.run(['enroll', server.token, '--offline'])).toMatchObject({ code: 0 });
    expect(await folder.run(['run', '--once'])).toMatchObject({ code: 0 });
  });

  it('carries bundles and receipts as files, and never connects', async () => {
    expect((await exportAll()).stdout).toContain('Wrote 2 bundles');
    expect(files()).toEqual([`${server.collectorId}-00000001.notafter`, `${server.collectorId}-00000002.notafter`]);
    expect((await exportAll()).stdout).toContain('Wrote 0 bundles');
    let receipt = '';
    for (const name of files()) receipt = await server.importFile(read(name));
    writeFileSync(join(folder.path, 'receipt'), receipt);
    expect(await folder.run(['receipt', join(folder.path, 'receipt')])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Deleted 2, 0 wait'),
    });
    expect([servedAt('a.test'), server.counts.bundles]).toEqual([leafOf('a.test'), 0]);
  });

  it('refuses the receipt of another server, and one for another collector', async () => {
    const other = await startStandInServer();
    writeFileSync(join(folder.path, 'receipt'), await other.receipt());
    expect(await folder.run(['receipt', join(folder.path, 'receipt')])).toMatchObject({ code: 2 });
    expect(await status()).toMatchObject({ queue: { bundles: 2 } });
    await other.close();
  });

  it('ignores a receipt that is older than the last one', async () => {
    await exportAll();
    const [first = '', second = ''] = files();
    writeFileSync(join(folder.path, 'old'), await server.importFile(read(first)));
    // The times in receipts have milliseconds.
    server.clockOffsetMs = 1_000;
    writeFileSync(join(folder.path, 'new'), await server.importFile(read(second)));
    await folder.run(['receipt', join(folder.path, 'new')]);
    expect(await folder.run(['receipt', join(folder.path, 'old')])).toMatchObject({ code: 1 });
    expect(await status()).toMatchObject({ acknowledged: 2 });
  });

  it('shows the fork in the receipt of a copied data directory', async () => {
    const copy = makeCollectorFolder();
    copy.configure({});
    cpSync(folder.dataDir, copy.dataDir, { recursive: true });
    await folder.run(['run', '--once']);
    await copy.run(['run', '--once']);
    await exportAll();
    let receipt = '';
    for (const name of files()) receipt = await server.importFile(read(name));
    writeFileSync(join(copy.path, 'receipt'), receipt);
    expect(await copy.run(['receipt', join(copy.path, 'receipt')])).toMatchObject({ code: 2, stderr: expect.stringContaining('same key') });
    expect(await copy.run(['status'])).toMatchObject({ code: 2 });
    copy.remove();
  });
});
