import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BackupHeader,
  type CloudDriver,
  compareContents,
  type KeyAndCertificate,
  type NewBackup,
  ProviderError,
  type ServiceBackups,
  type StoredBackup,
} from '@notafter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeElsewhere } from '../testing/backup-taker.ts';
import type { Subject } from '../testing/conformance.ts';
import { connectPostgres } from '../testing/postgres-probe.ts';
import { openProcessSubject } from '../testing/process-subject.ts';
import { makeAuthority, type RunningService, runService, specFor } from '../testing/running-service.ts';
import { createTestDriver } from '../testing/test-driver.ts';
import { createFileStore } from './file-store.ts';
import { createServiceBackups } from './service-backups.ts';

const { signal } = new AbortController();
const PASSWORD = 'the password of then';
const ORIGIN = { engine: '18.4', by: 'process' } as const;
const MARKER = 'plaintext-marker-7f3a91c2';
const ROWS = 20_000;

const header: BackupHeader = {
  ...{ backup: 'b1', service: 'pg-7f3a91c2', solution: 'postgres', engine: '18.4', takenAt: '2026-12-04T08:00:00.000Z' },
  sealedKey: 'sealed',
};
const key = randomBytes(32);

let subject: Subject;
let driver: CloudDriver;
let authority: KeyAndCertificate;
let source: RunningService;
let storeFolder: string;
let backups: ServiceBackups;
let stored: StoredBackup;
let contents: Awaited<ReturnType<ServiceBackups['take']>>['contents'];

const copyData: NewBackup['copyData'] = (terms, limit) => driver.copyData(source.spec.tag, terms, limit);
const connect = ({ access }: RunningService, database?: string) => connectPostgres(access, database);

beforeAll(async () => {
  subject = await openProcessSubject();
  driver = createTestDriver(subject.place);
  authority = await makeAuthority();
  source = await runService(driver, authority, { solution: 'postgres', password: PASSWORD });
  const sql = connect(source);
  await sql`CREATE TABLE notes (id int PRIMARY KEY, body text, at timestamptz DEFAULT now())`;
  await sql`INSERT INTO notes SELECT n, ${MARKER} || n FROM generate_series(1, ${ROWS}) n`;
  await sql`CREATE TABLE busy (n int)`;
  await sql`CREATE ROLE reporting LOGIN PASSWORD 'reporting'`;
  await sql`CREATE DATABASE "other db"`;
  const other = connect(source, 'other db');
  await other`CREATE TABLE "odd ""name" (n numeric)`;
  await other`INSERT INTO "odd ""name" VALUES (1.5), (NULL)`;
  await other.end();
  // A table that changes while the backup is taken.
  let isWriting = true;
  const writing = (async () => {
    while (isWriting) await sql`INSERT INTO busy SELECT generate_series(1, 10)`;
  })();
  storeFolder = await mkdtemp(join(tmpdir(), 'notafter-store-'));
  backups = createServiceBackups(createFileStore({ directory: storeFolder, makes: false }));
  const taken = await backups.take({ access: source.access, copyData, object: 'i/s/b1', key, header }, signal);
  isWriting = false;
  await writing;
  await sql.end();
  contents = taken.contents;
  stored = { object: 'i/s/b1', bytes: taken.bytes, openKey: () => key };
});

afterAll(async () => {
  await driver.remove(source.spec.tag, signal);
  await subject.close();
  await rm(storeFolder, { recursive: true });
});

const codeOf = async (work: Promise<unknown>): Promise<string | null> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ProviderError)) throw error ?? new Error('It succeeded.');
  return error.code;
};

describe('a backup of PostgreSQL that runs', () => {
  it('knows the rows of every table in every database, and which table changed meanwhile', () => {
    const find = (table: string) => contents.find((one) => one.table === table);
    expect(find('public.notes')).toMatchObject({ database: 'postgres', rows: ROWS, hash: expect.stringMatching(/^-?\d+$/) });
    expect(find('public."odd ""name"')).toMatchObject({ database: 'other db', rows: 2 });
    expect(find('public.busy')).toMatchObject({ rows: null, hash: null });
  });

  it('verifies every file against the manifest, and says how many there are', async () => {
    const { files, bytes } = await backups.verify(stored, signal);
    expect(files).toBeGreaterThan(900);
    expect(bytes).toBeGreaterThan(20_000_000);
  });

  it('leaves no plaintext in the store, and no part of a file', async () => {
    const bytes = await readFile(join(storeFolder, stored.object));
    expect(bytes.length).toBe(stored.bytes);
    for (const text of [MARKER, 'backup_manifest', 'PG_VERSION', PASSWORD, 'reporting']) expect(bytes.includes(text)).toBe(false);
    expect(await readdir(join(storeFolder, 'i/s'))).toEqual(['b1']);
  });

  it('becomes a new service with all databases, roles and rows, and the password of then', async () => {
    const restored = await runService(driver, authority, {
      ...{ solution: 'postgres', password: PASSWORD },
      origin: backups.originOf(stored, ORIGIN),
    });
    try {
      const comparison = compareContents(contents, await backups.readContents(restored.access, signal));
      expect(comparison).toMatchObject({ differences: [], matching: contents.length - 1, unknown: 1, rows: ROWS + 2 });
      const sql = connect(restored);
      expect(await sql`SELECT 1 AS found FROM pg_roles WHERE rolname = 'reporting'`).toHaveLength(1);
      expect((await sql`SELECT count(*)::int AS n FROM busy`)[0]?.n).toBeGreaterThan(0);
      await sql`DELETE FROM notes WHERE id = 1`;
      await sql`UPDATE notes SET body = 'changed' WHERE id = 2`;
      const changed = compareContents(contents, await backups.readContents(restored.access, signal));
      expect(changed.differences).toEqual([`public.notes in postgres has ${ROWS - 1} rows instead of ${ROWS}`]);
      await sql.end();
    } finally {
      await driver.remove(restored.spec.tag, signal);
    }
    expect(await subject.leftovers(restored.spec.tag)).toEqual([]);
  });
});

describe('a backup that was tampered with', () => {
  const withBytes = async (change: (bytes: Buffer) => Buffer): Promise<StoredBackup> => {
    const bytes = change(Buffer.from(await readFile(join(storeFolder, stored.object))));
    await writeFile(join(storeFolder, 'changed'), bytes);
    return { ...stored, object: 'changed', bytes: bytes.length };
  };
  const HEAD = 400;
  const written = (bytes: Buffer, text: string, at: number): Buffer => {
    bytes.write(text, at);
    return bytes;
  };
  const flipped = (bytes: Buffer, at: number): Buffer => {
    bytes.writeUInt8((bytes[at] ?? 0) ^ 1, at);
    return bytes;
  };

  it.each([
    ['cut in a part', (bytes: Buffer) => bytes.subarray(0, bytes.length - 1000), 'damaged'],
    ['cut between two parts', (bytes: Buffer) => bytes.subarray(0, bytes.indexOf('}\n') + 2 + 3 * (65_536 + 16)), 'truncated'],
    ['cut to its header', (bytes: Buffer) => bytes.subarray(0, 100), 'truncated'],
    ['empty', (bytes: Buffer) => bytes.subarray(0, 0), 'truncated'],
    ['of which a byte was flipped', (bytes: Buffer) => flipped(bytes, 100_000), 'damaged'],
    ['of which the last byte was flipped', (bytes: Buffer) => flipped(bytes, bytes.length - 1), 'damaged'],
    ['whose header was changed', (bytes: Buffer) => written(bytes, '2027', bytes.indexOf('2026')), 'damaged'],
    ['whose beginning was changed', (bytes: Buffer) => written(bytes, 'X', 0), 'damaged'],
    [
      'of which two parts were exchanged',
      (bytes: Buffer) => {
        const at = bytes.indexOf('}\n') + 2;
        const part = 65_536 + 16;
        return Buffer.concat([
          bytes.subarray(0, at),
          bytes.subarray(at + part, at + 2 * part),
          bytes.subarray(at, at + part),
          bytes.subarray(at + 2 * part),
        ]);
      },
      'damaged',
    ],
    ['with something appended', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(HEAD)]), 'damaged'],
  ] as const)('is refused: %s', async (_name, change, code) => {
    expect(await codeOf(backups.verify(await withBytes(change), signal))).toBe(code);
  });

  it('is refused if it is shorter than when it was stored', async () => {
    const cut = await withBytes((bytes) => bytes.subarray(0, bytes.length - 1000));
    await expect(backups.verify({ ...cut, bytes: stored.bytes }, signal)).rejects.toMatchObject({ code: 'truncated' });
  });

  it('is refused under another key', async () => {
    expect(await codeOf(backups.verify({ ...stored, openKey: () => randomBytes(32) }, signal))).toBe('damaged');
  });

  it('never becomes a service, and leaves no data', async () => {
    const changed = await withBytes((bytes) => flipped(bytes, bytes.length - 1));
    const { spec } = await specFor(authority, { solution: 'postgres', password: PASSWORD });
    await expect(driver.create(spec, signal, backups.originOf(changed, ORIGIN))).rejects.toMatchObject({ code: 'damaged' });
    expect(await driver.observe(spec.tag, signal)).toMatchObject({ state: 'creating' });
    expect(await subject.enginesOf(spec.tag)).toEqual([]);
    await driver.remove(spec.tag, signal);
    expect(await subject.leftovers(spec.tag)).toEqual([]);
  });

  it.each(['container', 'machine'] as const)('of a %s does not become a process, whose user may do less', async (by) => {
    const { spec } = await specFor(authority, { solution: 'postgres', password: PASSWORD });
    await expect(driver.create(spec, signal, backups.originOf(stored, { ...ORIGIN, by }))).rejects.toThrow(
      `This backup was taken in a ${by}.`,
    );
    expect(await subject.leftovers(spec.tag)).toEqual([]);
  });

  it('of a version that is not installed is refused before anything is made', async () => {
    const { spec } = await specFor(authority, { solution: 'postgres', password: PASSWORD });
    await expect(driver.create(spec, signal, backups.originOf(stored, { ...ORIGIN, engine: '12.1' }))).rejects.toThrow(
      'PostgreSQL 12 is not installed.',
    );
    expect(await subject.leftovers(spec.tag)).toEqual([]);
  });
});

describe('the store', () => {
  it('that is gone is named, and is not made again', async () => {
    await rename(storeFolder, `${storeFolder}.away`);
    const take = backups.take({ access: source.access, copyData, object: 'i/s/b2', key, header }, signal);
    expect(await codeOf(take)).toBe('store_away');
    expect(await codeOf(backups.verify(stored, signal))).toBe('store_away');
    expect(await codeOf(backups.list('i/', signal))).toBe('store_away');
    await rename(`${storeFolder}.away`, storeFolder);
  });

  it('says when it no longer has a backup', async () => {
    expect(await codeOf(backups.verify({ ...stored, object: 'i/s/other' }, signal))).toBe('missing');
  });

  it('lists complete objects only, and removes them with what was left of them', async () => {
    await writeFile(join(storeFolder, 'i/s/b3'), 'whole');
    await writeFile(join(storeFolder, 'i/s/b3.half.part'), 'half');
    expect(await backups.list('i/s/b3', signal)).toEqual([{ object: 'i/s/b3', bytes: 5 }]);
    await backups.remove('i/s/b3', signal);
    await backups.remove('i/s/b3', signal);
    expect(await readdir(join(storeFolder, 'i/s'))).toEqual(['b1']);
  });

  it('has nothing of a backup whose taker gave up', async () => {
    const giving = new AbortController();
    const take = backups.take({ access: source.access, copyData, object: 'i/s/b4', key, header }, giving.signal);
    await expect.poll(() => readdir(join(storeFolder, 'i/s')), { interval: 5 }).toHaveLength(2);
    giving.abort(new Error('gave up'));
    await expect(take).rejects.toThrow('gave up');
    expect(await readdir(join(storeFolder, 'i/s'))).toEqual(['b1']);
  });
});

describe('a process that takes a backup', () => {
  const input = () => ({
    place: subject.place,
    tag: source.spec.tag,
    access: source.access,
    target: storeFolder,
    object: 'i/s/b6',
    header,
    key: key.toString('base64'),
  });
  const listed = () => backups.list('i/s/b6', signal);

  it('leaves a whole backup or none, at whichever of 20 moments it is killed', async () => {
    let whole = 0;
    for (let moment = 0; moment < 20; moment += 1) {
      await takeElsewhere(input(), { killAfterMs: 10 + moment * 45 });
      for (const { object, bytes } of await listed()) {
        expect((await backups.verify({ ...stored, object, bytes }, signal)).files).toBeGreaterThan(900);
        whole += 1;
      }
      await backups.remove('i/s/b6', signal);
    }
    expect(whole).toBeLessThan(20);
    expect(await takeElsewhere(input(), { killAfterMs: null })).toBe('taken');
    expect(await listed()).toHaveLength(1);
    await backups.remove('i/s/b6', signal);
    expect(await readdir(join(storeFolder, 'i/s'))).toEqual(['b1']);
  });

  it('names a full disk, and leaves nothing on it', async () => {
    expect(await takeElsewhere(input(), { killAfterMs: null, fileLimitKib: 1024 })).toBe('store_full');
    expect(await readdir(join(storeFolder, 'i/s'))).toEqual(['b1']);
  });
});

it('says that the password is wrong, and stores nothing', async () => {
  const take = backups.take({ access: { ...source.access, password: 'wrong' }, copyData, object: 'i/s/b5', key, header }, signal);
  await expect(take).rejects.toMatchObject({ fault: 'auth' });
  expect(await readdir(join(storeFolder, 'i/s'))).toEqual(['b1']);
});
