import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { deleteService, deployService, getService, listBackups, restoreBackup } from '@notafter/features';
import { queryPostgres } from '@notafter/provisioning/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServiceOperator, type ServiceOperator } from '../testing/service-operator.ts';

const MARKER = 'plaintext-marker-5d1e';
const SECRET_KEY = 'a fixed key for tests, 32 bytes.';

let operator: ServiceOperator;
beforeAll(async () => {
  operator = await openServiceOperator();
});
afterAll(() => operator.close());

const query = async (resourceId: string, statement: string) => queryPostgres(await operator.accessOf(resourceId), statement);
const SUMMARY = 'SELECT count(*)::int AS rows, md5(string_agg(body, $$,$$ ORDER BY id)) AS hash FROM notes';

it('backs up 100,000 rows of a real PostgreSQL, drills, restores both ways, and opens a backup by hand', { timeout: 900_000 }, async () => {
  const { admin, ctx, dataDir, backupFolder, untilIdle, untilGone } = operator;
  const { resourceId } = await deployService(admin, { cloud: 'local', database: 'postgres', plan: 'hobbyist', region: 'local' });
  await untilIdle(resourceId);
  await query(resourceId, `CREATE TABLE notes AS SELECT n AS id, '${MARKER}' || n AS body FROM generate_series(1, 100000) n`);
  const before = await query(resourceId, SUMMARY);

  const backup = await operator.backUp(resourceId);
  expect(backup).toMatchObject({ state: 'ok', tables: 1 });
  const objects = await ctx.gateways.services.backups.list('', AbortSignal.timeout(60_000));
  expect(objects).toHaveLength(1);
  const file = join(backupFolder, objects[0]?.object ?? '');
  expect((await readFile(file)).includes(MARKER)).toBe(false);

  expect(await operator.drill(backup)).toMatchObject({ state: 'passed', evidence: { matching: 1, rows: 100_000, differences: [] } });

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
