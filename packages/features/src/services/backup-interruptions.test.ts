import { DAY_MS, type SolutionSlug } from '@notafter/domain';
import { createTestContext, makeOrgContext, type TestContext, type TestSystemContext } from '@notafter/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrgContext } from '../context.ts';
import { backUpService } from './back-up-service.ts';
import { deployService } from './deploy-service.ts';
import { getService } from './get-service.ts';
import { listBackups } from './list-backups.ts';
import { setBackupSchedule } from './set-backup-schedule.ts';
import { sweepBackups } from './sweep-backups.ts';
import { operate, operateOnce, serviceRow } from './testing/operate.ts';

let test: TestContext;
let ctx: TestSystemContext;
let admin: OrgContext & { readonly actor: { readonly via: 'session' } };

beforeAll(async () => {
  test = await createTestContext();
  ctx = test.ctx;
});
afterAll(() => test.close());
beforeEach(async () => {
  admin = await makeOrgContext(ctx);
});

const deployed = async (database: SolutionSlug): Promise<string> => {
  const { resourceId } = await deployService(admin, { cloud: 'local', database, plan: 'hobbyist', region: 'local' });
  await operate(ctx, resourceId);
  return resourceId;
};

describe('a backup', () => {
  it('that interrupts clients is never taken unasked, and says what it does to them', async () => {
    const resourceId = await deployed('mysql');
    const quiet = await getService(admin, { resourceId });
    expect(quiet.backups).toMatchObject({ schedule: 'off', interruption: expect.stringMatching(/^MySQL is paused while its files/) });
    ctx.clock.advance(2 * DAY_MS);
    await sweepBackups(ctx);
    expect((await serviceRow(ctx, resourceId)).operationId).toBeNull();
    await setBackupSchedule(admin, { resourceId, schedule: 'daily' });
    await sweepBackups(ctx);
    await operate(ctx, resourceId);
    expect(await listBackups(admin, { resourceId })).toMatchObject({ backups: [{ state: 'ok', cause: 'schedule' }] });
  });

  it('of an engine that was stopped for it goes on until clients can sign in again', async () => {
    const resourceId = await deployed('rabbitmq');
    await backUpService(admin, { resourceId });
    await operateOnce(ctx, resourceId);
    expect(await listBackups(admin, { resourceId })).toMatchObject({ backups: [{ state: 'ok' }] });
    const { operation } = await getService(admin, { resourceId });
    expect(operation).toMatchObject({ label: 'Waiting for the first sign-in', lastAnswer: 'The engine is starting.' });
    await operate(ctx, resourceId);
    expect(await listBackups(admin, { resourceId })).toMatchObject({ backups: [{ state: 'ok' }] });
    expect(await getService(admin, { resourceId })).toMatchObject({ status: 'running', problem: null });
  });

  it('of an engine that does not come back is good, and its service is no longer busy after five minutes', async () => {
    const resourceId = await deployed('rabbitmq');
    await backUpService(admin, { resourceId });
    await operateOnce(ctx, resourceId);
    const machine = ctx.gateways.services.machines.get((await serviceRow(ctx, resourceId)).id);
    for (let minute = 0; machine !== undefined && minute < 6; minute += 1) {
      machine.looks = 0;
      await operateOnce(ctx, resourceId, 60);
    }
    expect(await getService(admin, { resourceId })).toMatchObject({ operation: null });
    expect(await listBackups(admin, { resourceId })).toMatchObject({ backups: [{ state: 'ok' }] });
  });
});
