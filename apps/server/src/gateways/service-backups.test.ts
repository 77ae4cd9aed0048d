import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { readConfig } from '@notafter/config';
import { makeThrowawayDir } from '@notafter/db/testing';
import { SECOND_MS, type ServiceOperationId } from '@notafter/domain';
import {
  backUpService,
  deleteService,
  deployService,
  getService,
  listBackups,
  type OrgContext,
  restoreBackup,
  revealServicePassword,
  runServiceOperation,
  type SystemContext,
  startDrill,
} from '@notafter/features';
import { queryPostgres } from '@notafter/provisioning/testing';
import { createFakeClock, createRecordingLog, createTestContext, makeOrgContext, passTime, type TestContext } from '@notafter/testing';
import { certificateReader } from '@notafter/tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServiceGateways } from './services.ts';

const MARKER = 'plaintext-marker-5d1e';
const SECRET_KEY = 'a fixed key for tests, 32 bytes.';

let test: TestContext;
let ctx: SystemContext;
let admin: OrgContext & { readonly actor: { readonly via: 'session' } };
let dataDir: string;
let backupFolder: string;

beforeAll(async () => {
  dataDir = await makeThrowawayDir();
  backupFolder = join(dataDir, 'mounted');
  await mkdir(backupFolder);
  test = await createTestContext({ clock: createFakeClock(new Date()) });
  const config = readConfig({ DATA_DIR: dataDir, BACKUP_URL: `file://${backupFolder}` }, '/');
  const services = await openServiceGateways(config, createRecordingLog());
  const context = { ...test.ctx, gateways: { ...test.ctx.gateways, services, certificateReader } };
  ctx = context;
  admin = await makeOrgContext(context);
});
afterAll(async () => {
  await test.close();
  await rm(dataDir, { recursive: true });
});

const turn = async (id: ServiceOperationId): Promise<void> => {
  await passTime(test.ctx.db, SECOND_MS);
  await runServiceOperation(ctx, { id });
};
const untilIdle = (resourceId: string) =>
  expect
    .poll(
      async () => {
        const { operation } = await getService(admin, { resourceId });
        if (operation !== null) await turn(operation.id);
        return operation;
      },
      { interval: 200 },
    )
    .toBeNull();
const untilGone = (resourceId: string) =>
  expect
    .poll(
      async () => {
        const found = await getService(admin, { resourceId }).catch(() => null);
        if (found?.operation != null) await turn(found.operation.id);
        return found;
      },
      { interval: 200 },
    )
    .toBeNull();
const query = async (resourceId: string, statement: string) => {
  const { host, ports, user, authority } = await getService(admin, { resourceId });
  const { password } = await revealServicePassword(admin, { resourceId });
  if (host === null || authority === null) throw new Error('The service is not there yet.');
  return queryPostgres({ solution: 'postgres', host, ports, servername: host, authority, user, password }, statement);
};
const SUMMARY = 'SELECT count(*)::int AS rows, md5(string_agg(body, $$,$$ ORDER BY id)) AS hash FROM notes';

it('backs up 100,000 rows of a real PostgreSQL, drills, restores both ways, and opens a backup by hand', async () => {
  const { resourceId } = await deployService(admin, { cloud: 'local', database: 'postgres', plan: 'hobbyist', region: 'local' });
  await untilIdle(resourceId);
  await query(resourceId, `CREATE TABLE notes AS SELECT n AS id, '${MARKER}' || n AS body FROM generate_series(1, 100000) n`);
  const before = await query(resourceId, SUMMARY);

  await backUpService(admin, { resourceId });
  await untilIdle(resourceId);
  const [backup] = (await listBackups(admin, { resourceId })).backups;
  if (backup === undefined) throw new Error('Nothing was backed up.');
  expect(backup).toMatchObject({ state: 'ok', tables: 1 });
  const objects = await ctx.gateways.services.backups.list('', AbortSignal.timeout(5000));
  expect(objects).toHaveLength(1);
  const file = join(backupFolder, objects[0]?.object ?? '');
  expect((await readFile(file)).includes(MARKER)).toBe(false);

  const { operationId } = await startDrill(admin, { id: backup.id });
  await expect
    .poll(
      async () => {
        await turn(operationId);
        return (await listBackups(admin, { resourceId })).drills[0]?.state;
      },
      { interval: 200 },
    )
    .not.toBe('running');
  expect((await listBackups(admin, { resourceId })).drills).toMatchObject([
    { state: 'passed', evidence: { matching: 1, rows: 100_000, differences: [] } },
  ]);

  await query(resourceId, 'DELETE FROM notes WHERE id % 2 = 0');
  const restored = await restoreBackup(admin, { id: backup.id, into: 'new' });
  await untilIdle(restored.resourceId);
  expect(await getService(admin, { resourceId: restored.resourceId })).toMatchObject({ status: 'running', problem: null });
  expect(await query(restored.resourceId, SUMMARY)).toEqual(before);

  await restoreBackup(admin, { id: backup.id, into: 'same' });
  await untilIdle(resourceId);
  expect(await getService(admin, { resourceId })).toMatchObject({ status: 'running', problem: null });
  expect(await query(resourceId, SUMMARY)).toEqual(before);

  await deleteService(admin, { resourceId, backsUpFirst: true });
  await deleteService(admin, { resourceId: restored.resourceId });
  await untilGone(resourceId);
  await untilGone(restored.resourceId);
  expect((await listBackups(admin, { resourceId: null })).backups).toMatchObject([
    { cause: 'deletion', state: 'ok', serviceDeletedAt: expect.any(Date) },
    { cause: 'restore', state: 'ok' },
    { cause: 'person', state: 'ok' },
  ]);

  const decrypt = spawn(process.execPath, [join(import.meta.dirname, '../decrypt-backup.ts')], {
    env: { SECRET_KEY, DATA_DIR: dataDir, NODE_ENV: 'production' },
  });
  createReadStream(file).pipe(decrypt.stdin);
  const [archive, problems, [code]] = await Promise.all([buffer(decrypt.stdout), text(decrypt.stderr), once(decrypt, 'close')]);
  expect({ code, problems, hasRows: archive.includes(MARKER) }).toEqual({ code: 0, problems: '', hasRows: true });
});
