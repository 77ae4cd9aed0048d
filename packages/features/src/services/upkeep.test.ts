import { alerts, certificates, serviceAuthorities, services } from '@notafter/db';
import { addMs, DAY_MS, DomainError, HOUR_MS, MINUTE_MS, serverCertificateOf } from '@notafter/domain';
import { createTestContext, makeOrgContext, type TestContext, type TestSystemContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrgContext } from '../context.ts';
import { sweepAlerts } from '../notifications/ledger/sweep-alerts.ts';
import { deleteService } from './delete-service.ts';
import { deployService } from './deploy-service.ts';
import { getService } from './get-service.ts';
import { lookAtServices } from './look-at-services.ts';
import { nameService } from './name-service.ts';
import { resizeService } from './resize-service.ts';
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
  await ctx.db.delete(alerts);
  await ctx.db.delete(certificates);
  await ctx.db.delete(services);
  await ctx.db.delete(serviceAuthorities);
  ctx.gateways.services.machines.clear();
  ctx.gateways.services.changes.length = 0;
});
afterAll(() => test.close());

const deployed = async (as: typeof admin = admin): Promise<string> => {
  const { resourceId } = await deployService(as, { cloud: 'local', database: 'postgres', plan: 'hobbyist', region: 'local' });
  await operate(ctx, resourceId);
  ctx.gateways.services.changes.length = 0;
  return resourceId;
};
const passes = (ms: number): void => ctx.clock.advance(ms);
const look = async (resourceId: string): Promise<void> => {
  await lookAtServices(ctx);
  await operate(ctx, resourceId);
};
const refusal = (call: Promise<unknown>) =>
  call.then(() => null).catch((error: unknown) => (error instanceof DomainError ? [error.code, ...error.details] : error));
const changes = () => ctx.gateways.services.changes;
const machines = () => [...ctx.gateways.services.machines.values()];

describe('the certificate of a service', () => {
  it('is renewed when a third of its life is left, and the engine reads it without a restart', async () => {
    const resourceId = await deployed();
    const before = await serviceRow(ctx, resourceId);
    passes(60 * DAY_MS - MINUTE_MS);
    await look(resourceId);
    expect(changes()).toEqual([]);
    passes(MINUTE_MS);
    await look(resourceId);
    const after = await serviceRow(ctx, resourceId);
    expect(changes()).toEqual(['reload']);
    expect(after.certificateFingerprint256).not.toBe(before.certificateFingerprint256);
    expect(after.servedFingerprint256).toBe(after.certificateFingerprint256);
    expect(await getService(admin, { resourceId })).toMatchObject({
      status: 'running',
      certificateNotAfter: addMs(ctx.clock.now(), 90 * DAY_MS),
      events: [{ text: expect.stringMatching(/^The new certificate is served\. It is valid until \d{4}-\d\d-\d\d\.$/) }, {}, {}, {}],
    });
    await look(resourceId);
    expect(changes()).toEqual(['reload']);
  });

  it('is installed by a restart if the engine cannot be asked', async () => {
    const resourceId = await deployed();
    passes(89 * DAY_MS);
    ctx.gateways.services.fail('reloadCertificate', 'transient');
    await look(resourceId);
    expect(changes()).toEqual(['restart']);
    expect(await getService(admin, { resourceId })).toMatchObject({ status: 'running', problem: null });
  });

  it('is tried again six hours after a renewal that failed, with the certificate that was issued', async () => {
    const resourceId = await deployed();
    passes(70 * DAY_MS);
    ctx.gateways.services.fail('restart', 'invalid');
    ctx.gateways.services.fail('reloadCertificate', 'transient');
    await look(resourceId);
    const failed = await serviceRow(ctx, resourceId);
    expect(await getService(admin, { resourceId })).toMatchObject({ status: 'running', problem: 'The cloud answered: invalid.' });
    await look(resourceId);
    expect((await getService(admin, { resourceId })).problem).toBe('The cloud answered: invalid.');
    expect(failed.servedFingerprint256).not.toBe(failed.certificateFingerprint256);
    passes(6 * HOUR_MS);
    await look(resourceId);
    const renewed = await serviceRow(ctx, resourceId);
    expect(renewed.certificateFingerprint256).toBe(failed.certificateFingerprint256);
    expect(renewed.servedFingerprint256).toBe(failed.certificateFingerprint256);
  });

  it('is installed again where the engine serves another one', async () => {
    const resourceId = await deployed();
    const [machine] = machines();
    if (machine === undefined) throw new Error('Nothing was deployed.');
    machine.served = `-----BEGIN CERTIFICATE-----${Buffer.from('leaf of somebody').toString('base64')}-----END CERTIFICATE-----`;
    await lookAtServices(ctx);
    expect(await getService(admin, { resourceId })).toMatchObject({
      status: 'renewing',
      problem: 'PostgreSQL serves another certificate than the one that was issued for it.',
    });
    await operate(ctx, resourceId);
    expect(machine.served).toBe(serverCertificateOf(machine.spec).certificate);
    expect(await getService(admin, { resourceId })).toMatchObject({ status: 'running', problem: null });
  });
});

describe('the CA of the installation', () => {
  const authorities = () => ctx.db.$count(serviceAuthorities);

  it('has a successor in the CA file a year before that one signs', async () => {
    const resourceId = await deployed();
    const first = (await serviceRow(ctx, resourceId)).authorityId;
    passes((3650 - 729) * DAY_MS);
    await look(resourceId);
    expect(await authorities()).toBe(2);
    expect((await serviceRow(ctx, resourceId)).authorityId).toBe(first);
    expect((await getService(admin, { resourceId })).authority?.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
    passes(365 * DAY_MS);
    await look(resourceId);
    expect(await authorities()).toBe(2);
    expect((await serviceRow(ctx, resourceId)).authorityId).not.toBe(first);
  });
});

describe('further names', () => {
  it('are in a new certificate at once', async () => {
    const resourceId = await deployed();
    await nameService(admin, { resourceId, names: ['db.example.com', 'db.example.com', 'db'] });
    await operate(ctx, resourceId);
    expect(changes()).toEqual(['reload']);
    expect(await getService(admin, { resourceId })).toMatchObject({
      extraNames: ['db.example.com', 'db'],
      certificateNames: ['db.example.com', 'db', '127.0.0.1'],
    });
  });

  it('wait for the operation under way', async () => {
    const resourceId = await deployed();
    await resizeService(admin, { resourceId, plan: 'professional' });
    await nameService(admin, { resourceId, names: ['db.example.com'] });
    await operate(ctx, resourceId);
    await look(resourceId);
    expect((await getService(admin, { resourceId })).certificateNames).toEqual(['db.example.com', '127.0.0.1']);
  });

  it('belong to one organization', async () => {
    const resourceId = await deployed();
    await nameService(admin, { resourceId, names: ['db.example.com'] });
    const other = await makeOrgContext(ctx);
    const theirs = await deployed(other);
    expect(await refusal(nameService(other, { resourceId: theirs, names: ['ok.example.com', 'db.example.com'] }))).toMatchObject([
      'service_name_taken',
      { path: 'names.1', message: 'db.example.com: Another organization uses this name.' },
    ]);
    expect(await refusal(nameService(other, { resourceId, names: [] }))).toEqual(['service_not_found']);
  });

  it('are never below the domain of the installation', async () => {
    const resourceId = await deployed();
    const config = { ...ctx.config, servicesDomain: 'svc.example.com' };
    expect(await refusal(nameService({ ...admin, config }, { resourceId, names: ['pg-00000000.svc.example.com'] }))).toMatchObject([
      'invalid_input',
      { path: 'names.0', message: 'Names below svc.example.com are given by this installation.' },
    ]);
  });
});

describe('the alert', () => {
  const open = async () =>
    (await ctx.db.select().from(alerts).where(eq(alerts.rule, 'service_unwell'))).map(({ summary, resolution }) => ({
      summary,
      resolution,
    }));
  const minute = async (): Promise<void> => {
    passes(MINUTE_MS);
    await lookAtServices(ctx);
    await sweepAlerts(ctx);
  };

  it('is raised once two minutes after the first look that found a problem, and ends with it', async () => {
    const resourceId = await deployed();
    const before = new Map(ctx.gateways.services.machines);
    ctx.gateways.services.machines.clear();
    await minute();
    await minute();
    expect(await open()).toEqual([]);
    await minute();
    await minute();
    const summary = `Data service ${resourceId} is unwell: The instance no longer exists on the cloud.`;
    expect(await open()).toEqual([{ summary, resolution: null }]);
    for (const [id, machine] of before) ctx.gateways.services.machines.set(id, machine);
    await minute();
    expect(await open()).toEqual([{ summary, resolution: 'recovered' }]);
  });

  it('is not raised by one restart, nor while an operation is under way', async () => {
    const resourceId = await deployed();
    ctx.gateways.services.fail('observe', 'transient');
    await minute();
    await minute();
    await minute();
    expect(await open()).toEqual([]);
    ctx.gateways.services.fail('observe', 'transient', { times: 2 });
    await minute();
    await resizeService(admin, { resourceId, plan: 'professional' });
    await minute();
    await minute();
    expect(await open()).toEqual([]);
    await operate(ctx, resourceId);
    await minute();
    expect(await open()).toEqual([]);
  });

  it('is raised by a deletion that failed, because the rest may cost money, and ends with the next one', async () => {
    const resourceId = await deployed();
    ctx.gateways.services.fail('remove', 'auth', { times: 50 });
    await deleteService(admin, { resourceId });
    await operate(ctx, resourceId);
    await ctx.db.update(services).set({ backupProblem: 'No backup succeeded for 30 hours.' }).where(eq(services.resourceId, resourceId));
    await sweepAlerts(ctx);
    expect(await open()).toEqual([{ summary: `Data service ${resourceId} was not deleted: The cloud answered: auth.`, resolution: null }]);
    ctx.gateways.services.fail('remove', 'transient');
    await deleteService(admin, { resourceId });
    await operate(ctx, resourceId);
    await sweepAlerts(ctx);
    expect((await open()).filter(({ resolution }) => resolution === null)).toEqual([]);
  });
});

describe('the cost', () => {
  it('counts from the creation to the removal, each plan at its price', async () => {
    const resourceId = await deployed();
    const { cost } = await getService(admin, { resourceId });
    expect(cost.soFarUsd).toBeLessThan(0.001);
    passes(10 * HOUR_MS);
    await resizeService(admin, { resourceId, plan: 'professional' });
    await operate(ctx, resourceId);
    const { hourlyUsd } = await getService(admin, { resourceId });
    passes(2 * HOUR_MS);
    const later = (await getService(admin, { resourceId })).cost;
    expect(later.soFarUsd).toBeCloseTo(10 * 0.198027 + 2 * hourlyUsd, 5);
    expect(later.monthForecastUsd).toBeGreaterThan(later.monthUsd);
  });
});
