import { newId, serviceEvents, serviceOrphans, services } from '@notafter/db';
import type { InstallationId } from '@notafter/domain';
import { createTestContext, makeOrgContext, type TestContext, type TestSystemContext } from '@notafter/testing';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrgContext } from '../context.ts';
import { countServiceStates } from './count-service-states.ts';
import { deleteService } from './delete-service.ts';
import { deployService } from './deploy-service.ts';
import { getService } from './get-service.ts';
import { lookAtServices } from './look-at-services.ts';
import { operate, serviceRow } from './testing/operate.ts';

let test: TestContext;
let ctx: TestSystemContext;
let admin: OrgContext & { readonly actor: { readonly via: 'session' } };
beforeAll(async () => {
  test = await createTestContext();
  ctx = test.ctx;
});
beforeEach(async () => {
  admin = await makeOrgContext(ctx);
  await ctx.db.delete(services);
  ctx.gateways.services.machines.clear();
  ctx.gateways.services.foreign.length = 0;
});
afterAll(() => test.close());

const deployed = async (): Promise<string> => {
  const { resourceId } = await deployService(admin, { cloud: 'local', database: 'postgres', plan: 'hobbyist', region: 'local' });
  await operate(ctx, resourceId);
  return resourceId;
};
const lastEvent = async (resourceId: string): Promise<string | undefined> => {
  const { id } = await serviceRow(ctx, resourceId);
  const [event] = await ctx.db.select().from(serviceEvents).where(eq(serviceEvents.serviceId, id)).orderBy(desc(serviceEvents.id)).limit(1);
  return event?.text;
};

it('counts services, those that are unwell or without good backups, and orphans, for the operator', async () => {
  await ctx.db.delete(serviceOrphans);
  const [well, unwell, failed, deleted] = [await deployed(), await deployed(), await deployed(), await deployed()];
  const set = async (resourceId: string, values: Partial<typeof services.$inferInsert>) =>
    ctx.db.update(services).set(values).where(eq(services.resourceId, resourceId));
  await set(well, { backupProblem: 'The backup store is full.' });
  await set(unwell, { problem: 'It restarts again and again.' });
  await set(failed, { runningSince: null });
  await set(deleted, { problem: 'Gone.', deletedAt: ctx.clock.now() });
  const seen = { cloud: 'local', firstSeenAt: ctx.clock.now(), lastSeenAt: ctx.clock.now() } as const;
  await ctx.db.insert(serviceOrphans).values({ ...seen, serviceId: newId<'service'>() });
  expect(await countServiceStates(ctx)).toEqual({ services: 3, unwell: 2, withoutBackups: 1, orphans: 1 });
  await ctx.db.delete(serviceOrphans);
});

describe('a look', () => {
  it('says nothing of a service that is well', async () => {
    const resourceId = await deployed();
    await lookAtServices(ctx);
    expect(await getService(admin, { resourceId })).toMatchObject({ status: 'running', problem: null });
    expect(await lastEvent(resourceId)).toBe('PostgreSQL 18.1 is running.');
  });

  it('finds an instance that was removed by hand, once, and sees it return', async () => {
    const resourceId = await deployed();
    const machines = new Map(ctx.gateways.services.machines);
    ctx.gateways.services.machines.clear();
    await lookAtServices(ctx);
    await lookAtServices(ctx);
    expect(await getService(admin, { resourceId })).toMatchObject({
      status: 'unwell',
      problem: 'The instance no longer exists on the cloud.',
      events: [{ text: 'The instance no longer exists on the cloud.' }, { text: 'PostgreSQL 18.1 is running.' }, {}],
    });
    for (const [id, machine] of machines) ctx.gateways.services.machines.set(id, machine);
    await lookAtServices(ctx);
    expect(await lastEvent(resourceId)).toBe('The service is well again.');
  });

  it('finds a password that was changed from outside', async () => {
    const resourceId = await deployed();
    for (const machine of ctx.gateways.services.machines.values()) machine.credentials = { ...machine.credentials, password: 'changed' };
    await lookAtServices(ctx);
    expect((await getService(admin, { resourceId })).problem).toBe(
      'PostgreSQL refuses the password that we have. Was it changed from outside?',
    );
  });

  it('shows the answer of a cloud that fails, and writes nothing over an operation', async () => {
    const resourceId = await deployed();
    ctx.gateways.services.fail('observe', 'throttled');
    await lookAtServices(ctx);
    expect((await getService(admin, { resourceId })).problem).toBe('The cloud answered: throttled.');
    await deleteService(admin, { resourceId });
    await lookAtServices(ctx);
    expect(await getService(admin, { resourceId })).toMatchObject({ status: 'deleting', problem: 'The cloud answered: throttled.' });
  });
});

describe('the comparison with the clouds', () => {
  const orphans = () => ctx.db.select().from(serviceOrphans);

  it('removes again what a late answer brought to light', async () => {
    const resourceId = await deployed();
    const machines = new Map(ctx.gateways.services.machines);
    await deleteService(admin, { resourceId });
    await operate(ctx, resourceId);
    for (const [id, machine] of machines) ctx.gateways.services.machines.set(id, machine);
    await lookAtServices(ctx);
    await operate(ctx, resourceId);
    expect(ctx.gateways.services.machines.size).toBe(0);
    expect(await orphans()).toEqual([]);
  });

  it('lists what no row knows, and removes none of it', async () => {
    await deployed();
    const [machine] = ctx.gateways.services.machines.values();
    if (machine === undefined) throw new Error('Nothing was deployed.');
    const { installation } = machine.spec.tag;
    const lost = newId<'service'>();
    ctx.gateways.services.machines.set(lost, { ...machine, spec: { ...machine.spec, tag: { installation, service: lost } } });
    await lookAtServices(ctx);
    expect(await orphans()).toMatchObject([{ cloud: 'local', serviceId: lost }]);
    expect(ctx.gateways.services.machines.size).toBe(2);
    ctx.gateways.services.machines.delete(lost);
    await lookAtServices(ctx);
    expect(await orphans()).toEqual([]);
  });

  it('leaves another installation alone, and believes no listing that failed', async () => {
    ctx.gateways.services.foreign.push({ installation: newId<'installation'>() satisfies InstallationId, service: newId<'service'>() });
    await lookAtServices(ctx);
    expect(await orphans()).toEqual([]);
    await ctx.db
      .insert(serviceOrphans)
      .values({ cloud: 'local', serviceId: newId<'service'>(), firstSeenAt: new Date(0), lastSeenAt: new Date(0) });
    ctx.gateways.services.fail('list', 'transient');
    await lookAtServices(ctx);
    expect(await orphans()).toHaveLength(1);
    await ctx.db.delete(serviceOrphans);
  });
});

it('forgets a deleted service after 30 days', async () => {
  const resourceId = await deployed();
  await deleteService(admin, { resourceId });
  await operate(ctx, resourceId);
  await ctx.db.update(services).set({ deletedAt: new Date(ctx.clock.now().getTime() - 31 * 86_400_000) });
  await lookAtServices(ctx);
  expect(await ctx.db.select().from(services)).toEqual([]);
});
