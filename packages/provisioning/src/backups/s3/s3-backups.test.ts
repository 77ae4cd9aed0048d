import { randomBytes } from 'node:crypto';
import {
  type BackupHeader,
  type CloudDriver,
  compareContents,
  type NewBackup,
  type ServiceBackups,
  type StoredBackup,
} from '@notafter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTaker } from '../../testing/backup-taker.ts';
import type { Subject } from '../../testing/conformance.ts';
import { connectPostgres } from '../../testing/postgres-probe.ts';
import { openProcessSubject } from '../../testing/process-subject.ts';
import { makeAuthority, type RunningService, runService } from '../../testing/running-service.ts';
import { type S3Fake, startS3Fake } from '../../testing/s3/s3-fake.ts';
import { createTestDriver } from '../../testing/test-driver.ts';
import { createServiceBackups } from '../service-backups.ts';
import { createS3Store } from './s3-store.ts';

const { signal } = new AbortController();
const PASSWORD = 'the password of then';
const MARKER = 'plaintext-marker-93bc';
const ROWS = 60_000;
const KEY = 'prod/i/s/b1';
const header: BackupHeader = {
  ...{ backup: 'b1', service: 'pg-7f3a91c2', solution: 'postgres', engine: '18.4', takenAt: '2026-12-04T08:00:00.000Z' },
  sealedKey: 'sealed',
};
const key = randomBytes(32);

let fake: S3Fake;
let subject: Subject;
let driver: CloudDriver;
let source: RunningService;
let backups: ServiceBackups;
let stored: StoredBackup;
let contents: Awaited<ReturnType<ServiceBackups['take']>>['contents'];

beforeAll(async () => {
  fake = await startS3Fake();
  subject = await openProcessSubject();
  driver = createTestDriver(subject.place);
  source = await runService(driver, await makeAuthority(), { solution: 'postgres', password: PASSWORD });
  const sql = connectPostgres(source.access);
  // Incompressible, so that the backup has several parts.
  await sql`CREATE TABLE notes AS SELECT n AS id, ${MARKER} || md5(n::text) || md5((n + 0.5)::text) || md5((n + 0.25)::text) AS body FROM generate_series(1, ${ROWS}) n`;
  await sql.end();
  backups = createServiceBackups(createS3Store(fake.options()));
  const taken = await backups.take({ access: source.access, copyData, object: 'i/s/b1', key, header }, signal);
  contents = taken.contents;
  stored = { object: 'i/s/b1', bytes: taken.bytes, openKey: () => key };
});

afterAll(async () => {
  await driver.remove(source.spec.tag, signal);
  await subject.close();
  await fake.close();
  expect(fake.undocumented).toEqual([]);
});

const original = (): Buffer => fake.bucket.objects.get(KEY)?.body ?? Buffer.alloc(0);
const copyData: NewBackup['copyData'] = (terms, limit) => driver.copyData(source.spec.tag, terms, limit);
const nothingBeside = () => {
  expect([...fake.bucket.objects.keys()]).toEqual([KEY]);
  expect(fake.bucket.uploads.size).toBe(0);
};
const take = (access = source.access) => backups.take({ access, copyData, object: 'i/s/b2', key, header }, signal);

describe('a backup of PostgreSQL in a bucket', () => {
  it('is stored in parts, verified, and has no plaintext', async () => {
    expect(fake.asked.filter((one) => one === 'UploadPart').length).toBeGreaterThan(1);
    expect(original().length).toBe(stored.bytes);
    for (const text of [MARKER, 'backup_manifest', 'PG_VERSION', PASSWORD]) expect(original().includes(text)).toBe(false);
    expect((await backups.verify(stored, signal)).files).toBeGreaterThan(900);
    nothingBeside();
  });

  it('is read to its end over connections that are cut', async () => {
    fake.fail('GetObject', 'cut_body', 4);
    expect((await backups.verify(stored, signal)).files).toBeGreaterThan(900);
  });

  it('becomes a new service with all rows', async () => {
    const origin = backups.originOf(stored, { engine: '18.4', by: 'process' });
    const restored = await runService(driver, await makeAuthority(), { solution: 'postgres', password: PASSWORD, origin });
    expect(compareContents(contents, await backups.readContents(restored.access, signal))).toMatchObject({ differences: [], rows: ROWS });
    await driver.remove(restored.spec.tag, signal);
  });

  it.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 1000), 'damaged'],
    ['empty', (bytes: Buffer) => bytes.subarray(0, 0), 'truncated'],
    ['with a flipped byte', (bytes: Buffer) => bytes.map((byte, index) => (index === bytes.length - 1 ? byte ^ 1 : byte)), 'damaged'],
  ])('is refused if it is %s', async (_name, change, code) => {
    const body = Buffer.from(change(original()));
    fake.bucket.put('prod/changed', body, {});
    await expect(backups.verify({ ...stored, object: 'changed', bytes: body.length }, signal)).rejects.toMatchObject({ code });
    await expect(backups.verify({ ...stored, object: 'changed', bytes: stored.bytes + 1 }, signal)).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:truncated|damaged)$/),
    });
    await backups.remove('changed', signal);
  });

  it('is refused under another key, and if it is gone', async () => {
    await expect(backups.verify({ ...stored, openKey: () => randomBytes(32) }, signal)).rejects.toMatchObject({ code: 'damaged' });
    await expect(backups.verify({ ...stored, object: 'i/s/other' }, signal)).rejects.toMatchObject({ code: 'missing' });
  });
});

describe('a bucket that fails', () => {
  it.each([
    ['full', { status: 403, code: 'QuotaExceeded' }, 'store_full', false],
    ['out of space', { status: 507, code: 'XMinioStorageFull' }, 'store_full', false],
    ['gone', { status: 404, code: 'NoSuchBucket' }, 'store_away', false],
    ['closed to this key', { status: 403, code: 'AccessDenied' }, 'store_away', false],
    ['busy', { status: 503, code: 'SlowDown' }, 'SlowDown', true],
  ])('is named, and has nothing of the backup: %s', async (_name, fault, code, passes) => {
    fake.fail('UploadPart', fault, passes ? 3 : 1);
    await expect(take()).rejects.toMatchObject({ code, passes });
    nothingBeside();
  });

  it('is not asked to keep a copy of which the engine refused a part', async () => {
    await expect(take({ ...source.access, password: 'wrong' })).rejects.toMatchObject({ fault: 'auth' });
    nothingBeside();
  });
});

describe('a process that takes a backup into a bucket', () => {
  const input = () => ({
    place: subject.place,
    tag: source.spec.tag,
    access: source.access,
    target: fake.options(),
    object: 'i/s/b6',
    header,
    key: key.toString('base64'),
  });
  const moments = ['ListMultipartUploads', 'CreateMultipartUpload', 'UploadPart', 'CompleteMultipartUpload', 'HeadObject'] as const;

  it.each(
    moments.flatMap((operation) => [
      { operation, isDone: false },
      { operation, isDone: true },
    ]),
  )(
    'leaves a whole backup or none when it is killed at $operation (done: $isDone), and nothing after the removal',
    async ({ operation, isDone }) => {
      const taker = startTaker(input());
      fake.before(operation, taker.kill);
      if (!isDone) fake.fail(operation, 'cut_before');
      expect(await taker.ended).toBeNull();
      // The last request of the writer, after its end.
      await expect.poll(() => fake.underWay, { interval: 5 }).toBe(0);
      const isWhole = operation === 'HeadObject' || (operation === 'CompleteMultipartUpload' && isDone);
      const listed = await backups.list('i/s/b6', signal);
      expect(listed).toHaveLength(isWhole ? 1 : 0);
      for (const { object, bytes } of listed)
        expect((await backups.verify({ ...stored, object, bytes }, signal)).files).toBeGreaterThan(900);
      await backups.remove('i/s/b6', signal);
      nothingBeside();
    },
  );

  it('takes the same backup again over what the first attempt left', async () => {
    const first = startTaker(input());
    fake.before('CompleteMultipartUpload', first.kill);
    fake.fail('CompleteMultipartUpload', 'cut_before');
    await first.ended;
    await expect.poll(() => fake.underWay, { interval: 5 }).toBe(0);
    expect(fake.bucket.uploads.size).toBe(1);
    expect(await startTaker(input()).ended).toBe('taken');
    expect(await backups.list('i/s/b6', signal)).toHaveLength(1);
    expect(fake.bucket.uploads.size).toBe(0);
    await backups.remove('i/s/b6', signal);
    nothingBeside();
  });
});
