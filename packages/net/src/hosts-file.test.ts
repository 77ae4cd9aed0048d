import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHostsFile, parseHosts } from './hosts-file.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notafter-hosts-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('reads addresses with all their names and skips comments and invalid lines', () => {
  const names = parseHosts('# a comment\n10.0.0.5\tDB.internal  db # trailing\nnot-an-address x\n::1 db\n\n');
  expect([...names]).toEqual([
    ['db.internal', ['10.0.0.5']],
    ['db', ['10.0.0.5', '::1']],
  ]);
});

it('resolves localhost and names below it to loopback even if the file does not list them', async () => {
  const path = join(folder, 'hosts');
  await writeFile(path, '10.0.0.5 db.internal\n');
  const hosts = createHostsFile(path);
  expect(await hosts.lookup('db.internal')).toEqual(['10.0.0.5']);
  expect(await hosts.lookup('localhost')).toEqual(['127.0.0.1', '::1']);
  expect(await hosts.lookup('app.localhost')).toEqual(['127.0.0.1', '::1']);
  expect(await hosts.lookup('other.internal')).toEqual([]);
});

it('returns no names if the file is missing', async () => {
  expect(await createHostsFile(join(folder, 'none')).lookup('db.internal')).toEqual([]);
});
