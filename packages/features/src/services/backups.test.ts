import { alerts, serviceBackups, serviceDrills, serviceOperations, services } from '@notafter/db';
import { brandId, DAY_MS, DomainError, HOUR_MS, MINUTE_MS, SECOND_MS, type ServiceBackupId } from '@notafter/domain';
import { createTestContext, dyingAt, makeOrgContext, passTime, type TestContext, type TestSystemContext } from '@notafter/testing';
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrgContext } from '../context.ts';
import { sweepAlerts } from '../notifications/ledger/sweep-alerts.ts';
import { backUpService } from './back-up-service.ts';
import { deleteBackup } from './delete-backup.ts';
import { deleteService } from './delete-service.ts';
import { deployService } from './deploy-service.ts';
import { getService } from './get-service.ts';
import { listBackups } from './list-backups.ts';
import { lookAtServices } from './look-at-services.ts';
import { restoreBackup } from './restore-backup.ts';
import { revealServicePassword } from './reveal-service-password.ts';
import { rotateServicePassword } from './rotate-service-password.ts';
import { runServiceOperation } from './run-service-operation.ts';
import { setBackupSchedule } from './set-backup-schedule.ts';
import { startDrill } from './start-drill.ts';
import { sweepBackups } from './sweep-backups.ts';
import { operate, operateOnce, serviceRow } from './testing/operate.ts';

let test: TestContext;
let ctx: TestSystemContext;
let admin: OrgContext & { readonly actor: { readonly via: 'session' } };
let resourceId: string;

beforeAll(async () => {
  test = await createTestContext();
  ctx = test.ctx;
});
afterAll(() => test.close());
beforeEach(async () => {
  admin = await makeOrgContext(ctx);
  await ctx.db.delete(serviceBackups);
  await ctx.db.delete(services);
  const { machines, objects, changes } = ctx.gateways.services;
  machines.clear();
  objects.clear();
  changes.length = 0;
  resourceId = await deployed();
  ctx.clock.advance(HOUR_MS);
});

const deployed = async (): Promise<string> => {
  const deployment = await deployService(admin, { cloud: 'local', database: 'postgres', plan: 'hobbyist', region: 'local' });
  await operate(ctx, deployment.resourceId);
  for (const machine of ctx.gateways.services.machines.values()) machine.rows = ROWS;
  return deployment.resourceId;
};
const ROWS = [{ database: 'postgres', table: 'public.notes', rows: 3, hash: '17' }];
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'succeeded',
    (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
  );
const backups = async () => (await listBackups(admin, { resourceId: null })).backups;
const newest = async (): Promise<ServiceBackupId> => {
  const [backup] = await backups();
  if (backup === undefined) throw new Error('Nothing was backed up.');
  return backup.id;
};
const backedUp = async (): Promise<ServiceBackupId> => {
  await backUpService(admin, { resourceId });
  await operate(ctx, resourceId);
  return newest();
};
const events = async (of = resourceId) => (await getService(admin, { resourceId: of })).events.map(({ text }) => text);
const machineOf = async (of: string) => ctx.gateways.services.machines.get((await serviceRow(ctx, of)).id);
const runDrill = async (): Promise<void> => {
  for (let round = 0; round < 40; round += 1) {
    const running = await ctx.db.select().from(serviceDrills).where(eq(serviceDrills.state, 'running'));
    if (running.length === 0) return;
    await passTime(ctx.db, 10 * SECOND_MS);
    for (const { id } of running) await runServiceOperation(ctx, { id });
  }
  throw new Error('The drill does not end.');
};

describe('a backup', () => {
  it('is listed as good once the store has it, and the service runs on meanwhile', async () => {
    await backUpService(admin, { resourceId });
    expect(await backups()).toMatchObject([{ state: 'running', bytes: null, resourceId, cause: 'person' }]);
    expect(await getService(admin, { resourceId })).toMatchObject({ status: 'running', operation: { kind: 'service_backup' } });
    await operate(ctx, resourceId);
    expect(await backups()).toMatchObject([{ state: 'ok', bytes: 4096, tables: 1, engine: '18.1', failure: null }]);
    expect([...ctx.gateways.services.objects.keys()]).toEqual([expect.stringContaining(`/${resourceId}/`)]);
    expect(await events()).toContain('Backed up: 4.1 KB as stored.');
  });

  it('that the store refuses is a failure with its reason, never good', async () => {
    ctx.gateways.services.fail('take', 'invalid');
    await backUpService(admin, { resourceId });
    await operate(ctx, resourceId);
    expect(await backups()).toMatchObject([{ state: 'failed', failure: 'The cloud answered: invalid.', bytes: null }]);
    expect(await events()).toContain('The backup failed. The cloud answered: invalid.');
    expect(await refusal(restoreBackup(admin, { id: await newest(), into: 'new' }))).toBe('backup_unusable');
  });

  it('is taken again after a lost answer, and is there once', async () => {
    ctx.gateways.services.fail('take', 'transient', { after: true });
    await backedUp();
    expect(await backups()).toMatchObject([{ state: 'ok' }]);
    expect(ctx.gateways.services.objects.size).toBe(1);
  });

  it('ends as a failure after ten minutes of an engine that does not answer', async () => {
    ctx.gateways.services.fail('take', 'transient', { times: 60 });
    await backUpService(admin, { resourceId });
    await operate(ctx, resourceId, { seconds: 60 });
    ctx.gateways.services.fail('take', 'transient', { times: 1 });
    expect(await backups()).toMatchObject([{ state: 'failed', failure: 'The cloud answered: transient.' }]);
    await refusal(backUpService(admin, { resourceId }));
    await operate(ctx, resourceId);
  });

  it('keeps no password and no key in clear', async () => {
    await backedUp();
    const { password } = await revealServicePassword(admin, { resourceId });
    const rows = JSON.stringify(await ctx.db.select().from(serviceBackups));
    const [object] = ctx.gateways.services.objects.values();
    expect(rows).not.toContain(password);
    expect(JSON.stringify(object?.header)).not.toContain(Buffer.from(object?.key ?? []).toString('base64'));
  });

  it('is deleted from the list at once and from the store by the sweep', async () => {
    const id = await backedUp();
    await deleteBackup(admin, { id });
    expect(await backups()).toEqual([]);
    expect(await refusal(deleteBackup(admin, { id }))).toBe('backup_not_found');
    await setBackupSchedule(admin, { resourceId, schedule: 'off' });
    await sweepBackups(ctx);
    expect(ctx.gateways.services.objects.size).toBe(0);
    expect(await ctx.db.select().from(serviceBackups)).toEqual([]);
  });

  it('of a solution without backups is refused', async () => {
    const other = await deployService(admin, { cloud: 'local', database: 'clickhouse', plan: 'hobbyist', region: 'local' });
    expect(await refusal(backUpService(admin, { resourceId: other.resourceId }))).toBe('backup_unsupported');
    expect(await refusal(setBackupSchedule(admin, { resourceId: other.resourceId, schedule: 'daily' }))).toBe('backup_unsupported');
  });

  it('is good or failed, whatever statement the worker dies at', async () => {
    let died = true;
    let nth = 1;
    for (; died; nth += 1) {
      await backUpService(admin, { resourceId });
      const { operationId } = await serviceRow(ctx, resourceId);
      if (operationId === null) throw new Error('No operation began.');
      const dying = dyingAt(ctx.db, nth);
      await Promise.race([runServiceOperation({ ...ctx, db: dying.db }, { id: operationId }), dying.death]).catch(() => undefined);
      await dying.isGone();
      died = dying.died();
      const [half] = await backups();
      if (half?.state === 'ok') expect(ctx.gateways.services.objects.has((await objectOf(half.id)) ?? '')).toBe(true);
      await operateOnce(ctx, resourceId, 60);
      await operate(ctx, resourceId, { seconds: 60 });
      expect({ nth, states: (await backups()).map(({ state }) => state) }).toEqual({
        nth,
        states: Array.from({ length: nth }, () => 'ok'),
      });
    }
    expect(nth).toBeGreaterThan(12);
    expect(ctx.gateways.services.objects.size).toBe(nth - 1);
  });
});

const objectOf = async (id: ServiceBackupId): Promise<string | undefined> =>
  (await ctx.db.select({ object: serviceBackups.object }).from(serviceBackups).where(eq(serviceBackups.id, id)))[0]?.object;

describe('a restore', () => {
  it('into a new service brings its rows, under a new password, monitored', async () => {
    const id = await backedUp();
    const restored = await restoreBackup(admin, { id, into: 'new' });
    expect(await getService(admin, { resourceId: restored.resourceId })).toMatchObject({ status: 'restoring' });
    await operate(ctx, restored.resourceId);
    expect(await getService(admin, { resourceId: restored.resourceId })).toMatchObject({ status: 'running', problem: null });
    const machine = await machineOf(restored.resourceId);
    const { password } = await revealServicePassword(admin, { resourceId: restored.resourceId });
    expect(machine).toMatchObject({ rows: ROWS, credentials: { password } });
    expect(password).not.toBe((await revealServicePassword(admin, { resourceId })).password);
    expect(await machineOf(resourceId)).toBeDefined();
  });

  it('into its own service backs up first, replaces the rows, and keeps the password of today', async () => {
    const id = await backedUp();
    await rotateServicePassword(admin, { resourceId });
    await operate(ctx, resourceId);
    const today = await revealServicePassword(admin, { resourceId });
    const machine = await machineOf(resourceId);
    if (machine !== undefined) machine.rows = [];
    await restoreBackup(admin, { id, into: 'same' });
    await operate(ctx, resourceId);
    expect(await machineOf(resourceId)).toMatchObject({ rows: ROWS, credentials: { password: today.password } });
    expect(await revealServicePassword(admin, { resourceId })).toEqual(today);
    expect(await backups()).toMatchObject([{ cause: 'restore', state: 'ok' }, { id }]);
    expect(await getService(admin, { resourceId })).toMatchObject({ status: 'running', problem: null });
  });

  it('changes nothing if the present data cannot be backed up', async () => {
    const id = await backedUp();
    ctx.gateways.services.fail('take', 'invalid');
    await restoreBackup(admin, { id, into: 'same' });
    await operate(ctx, resourceId);
    expect(await machineOf(resourceId)).toBeDefined();
    expect((await getService(admin, { resourceId })).problem).toMatch(
      /^The present data could not be backed up first, so nothing was changed/,
    );
    expect(await backups()).toMatchObject([{ cause: 'restore', state: 'failed' }, { state: 'ok' }]);
  });

  it('removes nothing before the backup was verified', async () => {
    const id = await backedUp();
    ctx.gateways.services.objects.clear();
    await restoreBackup(admin, { id, into: 'same', backsUpFirst: false });
    await operate(ctx, resourceId);
    expect(await machineOf(resourceId)).toBeDefined();
    expect((await getService(admin, { resourceId })).problem).toBe('The backup is no longer in the store.');
  });

  it('under another SECRET_KEY names the key', async () => {
    const id = await backedUp();
    const [[object, stored] = []] = ctx.gateways.services.objects;
    if (object === undefined || stored === undefined) throw new Error('Nothing was stored.');
    const sealedKey = `another.${stored.header.sealedKey.split('.')[1]}`;
    ctx.gateways.services.objects.set(object, { ...stored, header: { ...stored.header, sealedKey } });
    await restoreBackup(admin, { id, into: 'same', backsUpFirst: false });
    await operate(ctx, resourceId);
    expect((await getService(admin, { resourceId })).problem).toBe(
      'The key of this backup does not open. It was encrypted under another SECRET_KEY.',
    );
    expect(await machineOf(resourceId)).toBeDefined();
  });

  it('that fails as a new service leaves no instance', async () => {
    const id = await backedUp();
    ctx.gateways.services.fail('create', 'invalid', { after: true });
    const { resourceId: restored } = await restoreBackup(admin, { id, into: 'new' });
    await operate(ctx, restored);
    expect(await machineOf(restored)).toBeUndefined();
    expect(await getService(admin, { resourceId: restored })).toMatchObject({ status: 'failed' });
  });

  it('in place ends with the rows and one password, whatever statement the worker dies at', async () => {
    const id = await backedUp();
    await rotateServicePassword(admin, { resourceId });
    await operate(ctx, resourceId);
    let died = true;
    for (let nth = 1; died; nth += 3) {
      await restoreBackup(admin, { id, into: 'same', backsUpFirst: false });
      const { operationId } = await serviceRow(ctx, resourceId);
      if (operationId === null) throw new Error('No operation began.');
      const dying = dyingAt(ctx.db, nth);
      await Promise.race([runServiceOperation({ ...ctx, db: dying.db }, { id: operationId }), dying.death]).catch(() => undefined);
      await dying.isGone();
      died = dying.died();
      await operateOnce(ctx, resourceId, 60);
      await operate(ctx, resourceId, { seconds: 60 });
      const { password } = await revealServicePassword(admin, { resourceId });
      expect({ nth, machine: await machineOf(resourceId) }).toMatchObject({ nth, machine: { rows: ROWS, credentials: { password } } });
      expect(ctx.gateways.services.machines.size).toBe(1);
    }
  });
});

describe('a deletion with a final backup', () => {
  it('deletes once the backup is good, and the backup outlives the service by 30 days', async () => {
    await deleteService(admin, { resourceId, backsUpFirst: true });
    expect(await getService(admin, { resourceId })).toMatchObject({ status: 'running' });
    await operate(ctx, resourceId);
    expect(ctx.gateways.services.machines.size).toBe(0);
    expect(await backups()).toMatchObject([{ cause: 'deletion', state: 'ok', serviceDeletedAt: expect.any(Date) }]);
    const restored = await restoreBackup(admin, { id: await newest(), into: 'new' });
    await operate(ctx, restored.resourceId);
    expect(await machineOf(restored.resourceId)).toMatchObject({ rows: ROWS });
    const monthAgo = new Date(ctx.clock.now().getTime() - 31 * DAY_MS);
    await ctx.db.update(services).set({ deletedAt: monthAgo }).where(eq(services.resourceId, resourceId));
    await lookAtServices(ctx);
    expect(await ctx.db.$count(services)).toBe(2);
    await sweepBackups(ctx);
    await lookAtServices(ctx);
    expect((await ctx.db.select().from(services)).map((row) => row.resourceId)).toEqual([restored.resourceId]);
    expect(ctx.gateways.services.objects.size).toBe(0);
  });

  it('keeps the service if the backup fails', async () => {
    ctx.gateways.services.fail('take', 'invalid');
    await deleteService(admin, { resourceId, backsUpFirst: true });
    await operate(ctx, resourceId);
    expect(await machineOf(resourceId)).toBeDefined();
    expect(await getService(admin, { resourceId })).toMatchObject({ status: 'running' });
    expect(await events()).toContain('The final backup failed, so the service was not deleted. The cloud answered: invalid.');
  });
});

describe('the sweep', () => {
  const later = (ms: number): void => ctx.clock.advance(ms);

  it('backs up a service after its first hour and then daily, and a failed one again after an hour', async () => {
    await sweepBackups(ctx);
    await operate(ctx, resourceId);
    await sweepBackups(ctx);
    expect((await serviceRow(ctx, resourceId)).operationId).toBeNull();
    expect(await backups()).toMatchObject([{ cause: 'schedule', state: 'ok' }]);
    later(DAY_MS);
    ctx.gateways.services.fail('take', 'invalid');
    await sweepBackups(ctx);
    await operate(ctx, resourceId);
    await sweepBackups(ctx);
    expect((await backups()).map(({ state }) => state)).toEqual(['failed', 'ok']);
    later(HOUR_MS + MINUTE_MS);
    await sweepBackups(ctx);
    await operate(ctx, resourceId);
    expect((await backups()).map(({ state }) => state)).toEqual(['ok', 'failed', 'ok']);
  });

  it('alerts when no backup ran for 26 hours, although no job failed, and ends the alert with the next good one', async () => {
    const open = () =>
      ctx.db
        .select()
        .from(alerts)
        .where(and(eq(alerts.rule, 'service_unwell'), isNull(alerts.resolvedAt)));
    await backedUp();
    later(25 * HOUR_MS);
    await ctx.db.update(services).set({ operationId: await heldOperation() });
    await sweepBackups(ctx);
    await sweepAlerts(ctx);
    expect(await open()).toEqual([]);
    later(2 * HOUR_MS);
    await sweepBackups(ctx);
    await sweepAlerts(ctx);
    expect(await open()).toMatchObject([
      { summary: `Data service ${resourceId} is unwell: The last good backup began 27 hours ago, but the schedule is daily.` },
    ]);
    await ctx.db.update(services).set({ operationId: null });
    await sweepBackups(ctx);
    await operate(ctx, resourceId);
    await sweepBackups(ctx);
    await sweepAlerts(ctx);
    expect(await open()).toEqual([]);
    expect(await events()).toContain('The backups are well again.');
  });

  /** An operation that nobody works on: the service stays busy, as with a scheduler that is stopped. */
  const heldOperation = async () => {
    const [operation] = await ctx.db.select({ id: serviceOperations.id }).from(serviceOperations).limit(1);
    if (operation === undefined) throw new Error('No operation was found.');
    return operation.id;
  };

  it('marks a backup that the store lost as failed, and the next one is due', async () => {
    const id = await backedUp();
    ctx.gateways.services.objects.clear();
    const now = ctx.clock.now();
    later((41 - now.getMinutes() + 60) * MINUTE_MS);
    await sweepBackups(ctx);
    expect(await backups()).toContainEqual(
      expect.objectContaining({ id, state: 'failed', failure: 'The backup is no longer in the store.' }),
    );
  });

  it('clears what a failed backup left in the store', async () => {
    ctx.gateways.services.fail('take', 'invalid', { after: true });
    await backUpService(admin, { resourceId });
    await operate(ctx, resourceId);
    expect(ctx.gateways.services.objects.size).toBe(1);
    await setBackupSchedule(admin, { resourceId, schedule: 'off' });
    await sweepBackups(ctx);
    expect(ctx.gateways.services.objects.size).toBe(0);
    expect(await backups()).toMatchObject([{ state: 'failed' }]);
  });

  it('keeps what the rule keeps', async () => {
    for (let day = 0; day < 12; day += 1) {
      await sweepBackups(ctx);
      await operate(ctx, resourceId);
      await runDrill();
      later(DAY_MS);
    }
    await sweepBackups(ctx);
    expect((await backups()).filter(({ state }) => state === 'ok').length).toBeLessThan(11);
    expect(ctx.gateways.services.objects.size).toBe((await backups()).filter(({ state }) => state === 'ok').length);
  });
});

describe('a drill', () => {
  const drills = async () => (await listBackups(admin, { resourceId })).drills;

  it('restores the newest backup each week beside the service, keeps the evidence and removes the instance', async () => {
    await sweepBackups(ctx);
    await operate(ctx, resourceId);
    await sweepBackups(ctx);
    expect(await drills()).toMatchObject([{ state: 'running' }]);
    await runDrill();
    expect(await drills()).toMatchObject([
      { state: 'passed', failure: null, evidence: { files: 3, bytes: 12_288, matching: 1, unknown: 0, rows: 3, differences: [] } },
    ]);
    expect(ctx.gateways.services.machines.size).toBe(1);
    await sweepBackups(ctx);
    expect(await drills()).toHaveLength(1);
  });

  it('that finds other rows fails, says which, and is a problem of the service', async () => {
    const id = await backedUp();
    const [[object, stored] = []] = ctx.gateways.services.objects;
    if (object === undefined || stored === undefined) throw new Error('Nothing was stored.');
    ctx.gateways.services.objects.set(object, { ...stored, rows: ROWS.map((one) => ({ ...one, rows: 2 })) });
    await startDrill(admin, { id });
    expect(await refusal(startDrill(admin, { id }))).toBe('drill_running');
    await runDrill();
    const failure = 'public.notes in postgres has 2 rows instead of 3.';
    expect(await drills()).toMatchObject([{ state: 'failed', failure }]);
    expect(ctx.gateways.services.machines.size).toBe(1);
    await sweepBackups(ctx);
    expect(await serviceRow(ctx, resourceId)).toMatchObject({
      backupProblem: `The newest backup could not be restored in a drill: ${failure}`,
    });
  });

  it('that left its instance makes no orphan: the look removes it', async () => {
    const id = await backedUp();
    const { operationId } = await startDrill(admin, { id });
    await runDrill();
    const [machine] = ctx.gateways.services.machines.values();
    if (machine === undefined) throw new Error('Nothing runs.');
    ctx.gateways.services.machines.set(operationId, {
      ...machine,
      spec: { ...machine.spec, tag: { ...machine.spec.tag, service: brandId(operationId) } },
    });
    await lookAtServices(ctx);
    expect(ctx.gateways.services.machines.size).toBe(1);
  });
});
