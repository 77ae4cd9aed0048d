import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ByteReader } from './byte-reader.ts';
import { folderArchive } from './folder-archive.ts';
import { type FileFacts, MANIFEST, verifyManifest, writeManifest } from './manifest.ts';
import { manifestArchive } from './manifest-archive.ts';
import { movedArchive } from './moved-archive.ts';
import { ARCHIVE_END, tarEntry, tarHeader } from './tar.ts';
import { readTarHeader } from './tar-entries.ts';
import { unpackArchive } from './unpack-archive.ts';
import { verifiedArchive } from './verified-archive.ts';

const run = promisify(execFile);
const NOTHING = /^\b$/;
const LONG = `${'ü'.repeat(60)}/${'long'.repeat(40)}`;
const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notafter-archives-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function* of(...pieces: Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces;
}
const collect = (archive: AsyncIterable<Buffer>): Promise<Buffer> => buffer(archive);
const file = (path: string, text: string): Buffer => tarEntry(path, '0', 0o600, 0, Buffer.from(text));
const backup = (...entries: Buffer[]) => manifestArchive(of(...entries, ARCHIVE_END), NOTHING);
const factsOf = (files: Readonly<Record<string, string>>): ReadonlyMap<string, FileFacts> =>
  new Map(Object.entries(files).map(([path, sha256]) => [path, { size: 1, sha256 }]));

describe('the archive of a folder', () => {
  beforeEach(async () => {
    await mkdir(join(folder, 'data', LONG.split('/')[0] ?? ''), { recursive: true });
    await writeFile(join(folder, 'data', LONG), 'deep');
    await writeFile(join(folder, 'data', 'empty'), '');
    await writeFile(join(folder, 'data', 'block'), 'x'.repeat(512));
  });

  it('is read by tar, paths of more than 100 bytes included', async () => {
    await writeFile(join(folder, 'a.tar'), await collect(folderArchive(join(folder, 'data'))));
    await mkdir(join(folder, 'out'));
    await run('tar', ['-xf', join(folder, 'a.tar'), '-C', join(folder, 'out')]);
    await run('diff', ['-r', join(folder, 'data'), join(folder, 'out')]);
  });

  it('comes back as it was, through a manifest, another folder and a check of every file', async () => {
    const moved = movedArchive(verifiedArchive(manifestArchive(folderArchive(join(folder, 'data')), NOTHING)), { folder: 'a/b', uid: 7 });
    await mkdir(join(folder, 'out'));
    await unpackArchive(moved, join(folder, 'out'), owner);
    await run('diff', ['-r', join(folder, 'data'), join(folder, 'out', 'a/b')]);
  });

  it('of which tar made the entries comes back as well', async () => {
    await run('tar', ['--format=pax', '-cf', join(folder, 'a.tar'), '-C', join(folder, 'data'), '.']);
    await mkdir(join(folder, 'out'));
    await unpackArchive(manifestArchive(of(await readFile(join(folder, 'a.tar'))), NOTHING), join(folder, 'out'), owner);
    await run('diff', ['-r', join(folder, 'data'), join(folder, 'out')]);
  });

  it('with a link is refused, since its target would be missing, unless it is made again at a start', async () => {
    await symlink('/etc/hostname', join(folder, 'data', 'a.sock'));
    const archive = () => folderArchive(join(folder, 'data'));
    await expect(collect(manifestArchive(archive(), NOTHING))).rejects.toThrow('a link or a device, which backups do not include: a.sock');
    expect((await collect(manifestArchive(archive(), /^a\.sock$/))).includes('a.sock')).toBe(false);
  });
});

it('states a size that octal digits have no room for', async () => {
  const size = 100 * 1024 ** 3;
  const header = await readTarHeader(new ByteReader(of(tarHeader({ path: 'large', type: '0', mode: 0o600, uid: 0, size }))));
  expect(header).toMatchObject({ path: 'large', size });
});

describe('the archive of a backup', () => {
  it.each([
    ['a file of which a byte changed', (bytes: Buffer) => bytes.fill('X', 512, 513), 'damaged'],
    [
      'a manifest of which a byte changed',
      (bytes: Buffer) => bytes.fill('9', bytes.indexOf('"Size": ') + 1, bytes.indexOf('"Size": ') + 2),
      'damaged',
    ],
    ['an end that is missing', (bytes: Buffer) => bytes.subarray(0, 514), 'truncated'],
  ])('is refused with %s', async (_name, change, code) => {
    const bytes = change(await collect(backup(file('one', 'text'))));
    await expect(collect(verifiedArchive(of(bytes)))).rejects.toMatchObject({ code });
  });

  it.each(['../out', '/etc/passwd', 'a/../../b'])('has no path that leaves its folder: %s', async (path) => {
    await expect(collect(backup(file(path, 'text')))).rejects.toMatchObject({ fault: 'invalid' });
    await expect(unpackArchive(of(file(path, 'text'), ARCHIVE_END), folder, owner)).rejects.toMatchObject({ fault: 'invalid' });
    await expect(collect(movedArchive(of(file(path, 'text'), ARCHIVE_END), { folder: '', uid: 7 }))).rejects.toMatchObject({
      fault: 'invalid',
    });
  });

  it('has one file with the name of the manifest', async () => {
    await expect(collect(backup(file(MANIFEST, 'text')))).rejects.toThrow(`a file named ${MANIFEST}`);
  });

  it.each([
    ['a length of 0', '0 path=a\n'],
    ['a length beyond its end', '99 path=a\n'],
    ['no length', 'path=a\n'],
    ['no value', '9 path-a\n'],
  ])('is malformed if an extended header has %s', async (_name, record) => {
    const extended = tarEntry('long', '0', 0o600, 0, Buffer.from(record));
    const sum = extended.readUInt8(156);
    extended.write('x', 156);
    // The checksum, with the other type.
    const stated = Number.parseInt(extended.toString('latin1', 148, 154), 8) + 'x'.charCodeAt(0) - sum;
    extended.write(stated.toString(8).padStart(6, '0'), 148);
    await expect(collect(backup(extended, file('one', 'text')))).rejects.toMatchObject({ code: 'damaged' });
  });
});

describe('a manifest', () => {
  const [a, b] = ['a'.repeat(64), 'b'.repeat(64)];

  it('of ours lists every file, also those where PostgreSQL has its WAL', () => {
    const manifest = writeManifest(factsOf({ one: a, 'pg_wal/two': b }));
    expect(() => verifyManifest(manifest, factsOf({ one: a, 'pg_wal/two': b }))).not.toThrow();
    expect(() => verifyManifest(manifest, factsOf({ one: a, 'pg_wal/two': a }))).toThrow('pg_wal/two of the backup was changed');
    expect(() => verifyManifest(manifest, factsOf({ one: a }))).toThrow('has no file pg_wal/two');
    expect(() => verifyManifest(manifest, factsOf({ one: a, 'pg_wal/two': b, 'pg_wal/three': b }))).toThrow('has a file pg_wal/three');
  });

  it('of no file is one', () => {
    expect(() => verifyManifest(writeManifest(new Map()), new Map())).not.toThrow();
  });
});
