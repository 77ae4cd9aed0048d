import { anchorSets, certificates, processes, serviceEvents, services } from '@notafter/db';
import { addMs, DomainError, SECOND_MS, type SolutionSlug, shardOf } from '@notafter/domain';
import { auditOf, createTestContext, makeOrgContext, servedObservation, type TestContext, type TestSystemContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getPlan } from '../billing/get-plan.ts';
import { addCertificate } from '../certificates/add-certificate.ts';
import { checkDueSlice } from '../certificates/checks/check-due-slice.ts';
import type { OrgContext } from '../context.ts';
import { cancelJob } from '../long-work/cancel-job.ts';
import { listJobs } from '../long-work/list-jobs.ts';
import { closeOldConnections } from './close-old-connections.ts';
import { deleteService } from './delete-service.ts';
import { deployService } from './deploy-service.ts';
import { exportService } from './export-service.ts';
import { getCatalog } from './get-catalog.ts';
import { getService } from './get-service.ts';
import { listOldConnections } from './list-old-connections.ts';
import { listServices } from './list-services.ts';
import { protectService } from './protect-service.ts';
import { resizeService } from './resize-service.ts';
import { revealServicePassword } from './reveal-service-password.ts';
import { rotateServicePassword } from './rotate-service-password.ts';
import { sendServiceReady } from './send-service-ready.ts';
import { sendServiceReadyJob } from './service-jobs.ts';
import { operate, operateOnce, serviceRow } from './testing/operate.ts';

let test: TestContext;
let ctx: TestSystemContext;
let admin: OrgContext & { readonly actor: { readonly via: 'session' } };
beforeAll(async () => {
  test = await createTestContext();
  ctx = test.ctx;
});
beforeEach(async () => {
  admin = await makeOrgContext(ctx);
  ctx.gateways.services.machines.clear();
  ctx.gateways.services.changes.length = 0;
  ctx.jobs.clear();
});
afterAll(() => test.close());

const wanted = { cloud: 'local', database: 'postgres', plan: 'hobbyist', region: 'local' } as const;
const deploy = async (): Promise<string> => (await deployService(admin, wanted)).resourceId;
const deployed = async (): Promise<string> => {
  const resourceId = await deploy();
  await operate(ctx, resourceId);
  return resourceId;
};
const refusal = (call: Promise<unknown>) =>
  call.then(() => null).catch((error: unknown) => (error instanceof DomainError ? error.code : error));
const eventsOf = async (resourceId: string): Promise<string[]> => {
  const { id } = await serviceRow(ctx, resourceId);
  const rows = await ctx.db
    .select({ text: serviceEvents.text })
    .from(serviceEvents)
    .where(eq(serviceEvents.serviceId, id))
    .orderBy(serviceEvents.id);
  return rows.map(({ text }) => text);
};

describe('a deployment', () => {
  it('is answered at once, and runs when its engine takes a sign-in', async () => {
    const answer = await deployService(admin, wanted);
    expect(answer).toEqual({ resourceId: expect.stringMatching(/^pg-[0-9a-f]{8}$/), status: 'deploying' });
    expect(await getService(admin, answer)).toMatchObject({
      status: 'deploying',
      operation: {
        kind: 'service_deployment',
        step: 'prepare',
        percent: expect.any(Number),
        label: 'Reserving ports and issuing the certificate',
      },
    });
    await operateOnce(ctx, answer.resourceId);
    expect(await getService(admin, answer)).toMatchObject({
      status: 'deploying',
      operation: { step: 'wait_for_engine', lastAnswer: 'The instance is starting.' },
    });
    await operate(ctx, answer.resourceId);
    expect(await getService(admin, answer)).toMatchObject({
      status: 'running',
      operation: null,
      host: '127.0.0.1',
      version: '18.1',
      user: 'postgres',
      plan: 'hobbyist',
      instanceType: 't3.medium',
      size: { memoryMib: 4096, cpus: 2, diskGib: 60 },
      hourlyUsd: 0.198027,
      monthlyUsd: 144.56,
      canRotatePassword: true,
      authority: expect.stringContaining('BEGIN CERTIFICATE'),
      events: [{ text: 'PostgreSQL 18.1 is running.' }, { text: 'Deployment of PostgreSQL (hobbyist) began.' }],
    });
    expect((await listServices(admin, { limit: 500 })).services.map(({ resourceId }) => resourceId)).toEqual([answer.resourceId]);
  });

  it('mails the access to the person who deployed', async () => {
    const resourceId = await deployed();
    const [payload] = ctx.jobs.payloadsOf(sendServiceReadyJob);
    if (payload === undefined) throw new Error('No mail was enqueued.');
    await sendServiceReady(ctx, payload);
    const { password } = await revealServicePassword(admin, { resourceId });
    expect(ctx.gateways.mailer.sent.at(-1)?.mail).toMatchObject({
      kind: 'service-ready',
      to: admin.actor.via === 'session' ? expect.any(String) : '',
      resourceId,
      password,
    });
  });

  it.each([
    ['outlives a server that died in its step 19 times', 19, 'running'],
    ['is given up after 20, and leaves nothing', 20, 'failed'],
  ])('%s', async (_what, tries, status) => {
    const resourceId = await deploy();
    await ctx.db.update(processes).set({ tries }).where(eq(processes.subject, resourceId));
    await operate(ctx, resourceId);
    expect(await getService(admin, { resourceId })).toMatchObject({ status });
    expect(ctx.gateways.services.machines.size).toBe(status === 'running' ? 1 : 0);
  });

  it('reserves other ports when another program took one', async () => {
    ctx.gateways.services.fail('create', 'port_taken');
    const resourceId = await deployed();
    expect(await getService(admin, { resourceId })).toMatchObject({ status: 'running' });
  });

  it('waits for a cloud that is busy, and shows its answer', async () => {
    ctx.gateways.services.fail('create', 'throttled', { times: 2 });
    const resourceId = await deploy();
    await operateOnce(ctx, resourceId);
    expect((await getService(admin, { resourceId })).operation).toMatchObject({
      step: 'create_instance',
      lastAnswer: 'The cloud answered: throttled.',
      nextTryAt: expect.any(Date),
    });
    await operate(ctx, resourceId);
    expect(ctx.gateways.services.machines.size).toBe(1);
  });

  it.each(['capacity', 'quota', 'auth', 'invalid'] as const)('fails for %s with the answer, and leaves nothing', async (fault) => {
    ctx.gateways.services.fail('create', fault, { after: true });
    const resourceId = await deployed();
    expect(await getService(admin, { resourceId })).toMatchObject({ status: 'failed', problem: `The cloud answered: ${fault}.` });
    expect(ctx.gateways.services.machines.size).toBe(0);
    expect(await eventsOf(resourceId)).toContain(`The deployment failed. The cloud answered: ${fault}.`);
  });

  it('creates nothing for a solution that cannot run here', async () => {
    ctx.gateways.services.unavailable.set('postgres', 'No container engine was found.');
    const resourceId = await deployed();
    ctx.gateways.services.unavailable.clear();
    expect(await getService(admin, { resourceId })).toMatchObject({ status: 'failed', problem: 'No container engine was found.' });
    expect(ctx.gateways.services.changes).toEqual([]);
  });

  it('that is cancelled leaves nothing, and no service', async () => {
    const resourceId = await deploy();
    await operateOnce(ctx, resourceId);
    const { operationId } = await serviceRow(ctx, resourceId);
    if (operationId === null) throw new Error('It is over.');
    await cancelJob(admin, { id: operationId });
    await operate(ctx, resourceId);
    expect(ctx.gateways.services.machines.size).toBe(0);
    expect(await refusal(getService(admin, { resourceId }))).toBe('service_not_found');
  });

  it('is refused on a cloud that is not enabled, and for a solution that is not offered there', async () => {
    expect(await refusal(deployService(admin, { ...wanted, cloud: 'aws', region: 'us-east-1' }))).toBe('cloud_not_enabled');
  });

  it('is a job with the service as its result', async () => {
    const resourceId = await deploy();
    expect((await listJobs(admin, { limit: 10 })).jobs).toMatchObject([
      { type: 'service_deployment', subject: resourceId, state: 'queued' },
    ]);
  });
});

describe('a resize', () => {
  it('keeps password and ports, and has the new size', async () => {
    const resourceId = await deployed();
    const before = await revealServicePassword(admin, { resourceId });
    const { ports } = await getService(admin, { resourceId });
    await resizeService(admin, { resourceId, plan: 'professional' });
    expect(await getService(admin, { resourceId })).toMatchObject({ status: 'resizing', plan: 'hobbyist' });
    await operate(ctx, resourceId);
    expect(await getService(admin, { resourceId })).toMatchObject({
      status: 'running',
      plan: 'professional',
      instanceType: 'm5.xlarge',
      ports,
    });
    expect(await revealServicePassword(admin, { resourceId })).toEqual(before);
    expect(ctx.gateways.services.changes).toEqual(['create', 'resize 16384']);
  });

  it('goes back to the previous plan when the cloud has no capacity', async () => {
    const resourceId = await deployed();
    ctx.gateways.services.fail('resize', 'capacity', { after: true });
    await resizeService(admin, { resourceId, plan: 'business' });
    await operate(ctx, resourceId);
    expect(await getService(admin, { resourceId })).toMatchObject({
      status: 'running',
      plan: 'hobbyist',
      problem: 'The cloud answered: capacity.',
    });
    expect(ctx.gateways.services.changes).toEqual(['create', 'resize 65536', 'resize 4096']);
  });

  it('is refused to the present plan, beside another operation, and before the service runs', async () => {
    const resourceId = await deployed();
    expect(await refusal(resizeService(admin, { resourceId, plan: 'hobbyist' }))).toBe('plan_unchanged');
    const starting = await deploy();
    expect(await refusal(resizeService(admin, { resourceId: starting, plan: 'business' }))).toBe('service_not_running');
    await resizeService(admin, { resourceId, plan: 'business' });
    expect(await refusal(rotateServicePassword(admin, { resourceId }))).toBe('service_busy');
  });

  it('begins once for two people at the same moment', async () => {
    const resourceId = await deployed();
    const both = await Promise.all([1, 2].map(() => refusal(resizeService(admin, { resourceId, plan: 'business' }))));
    expect(both.sort()).toEqual([null, 'service_busy']);
  });
});

describe('a rotation', () => {
  it('ends the old password once the new one is proven', async () => {
    const resourceId = await deployed();
    const { password: old } = await revealServicePassword(admin, { resourceId });
    await rotateServicePassword(admin, { resourceId });
    await operate(ctx, resourceId);
    const { password } = await revealServicePassword(admin, { resourceId });
    expect(password).not.toBe(old);
    expect([...ctx.gateways.services.machines.values()].map(({ credentials }) => credentials.password)).toEqual([password]);
    expect(await serviceRow(ctx, resourceId)).toMatchObject({ nextPasswordSealed: null });
  });

  it('is found after a lost answer by signing in with both', async () => {
    const resourceId = await deployed();
    ctx.gateways.services.fail('setPassword', 'transient', { after: true });
    await rotateServicePassword(admin, { resourceId });
    await operate(ctx, resourceId);
    const { password } = await revealServicePassword(admin, { resourceId });
    expect([...ctx.gateways.services.machines.values()].map(({ credentials }) => credentials.password)).toEqual([password]);
    expect(ctx.gateways.services.changes).toEqual(['create', 'setPassword']);
  });

  it('that the engine refuses leaves the old password in force', async () => {
    const resourceId = await deployed();
    const before = await revealServicePassword(admin, { resourceId });
    ctx.gateways.services.fail('setPassword', 'invalid');
    await rotateServicePassword(admin, { resourceId });
    await operate(ctx, resourceId);
    expect(await revealServicePassword(admin, { resourceId })).toEqual(before);
    expect(await getService(admin, { resourceId })).toMatchObject({ status: 'running', problem: 'The cloud answered: invalid.' });
  });

  it('says when the password was changed from outside', async () => {
    const resourceId = await deployed();
    for (const machine of ctx.gateways.services.machines.values()) machine.credentials = { ...machine.credentials, password: 'changed' };
    await rotateServicePassword(admin, { resourceId });
    await operate(ctx, resourceId, { seconds: 60 });
    expect((await getService(admin, { resourceId })).problem).toBe(
      'PostgreSQL refuses the password that we have. Was it changed from outside?',
    );
  });

  it('is refused where the engine cannot do it', async () => {
    const { resourceId } = await deployService(admin, { ...wanted, database: 'questdb' });
    await operate(ctx, resourceId);
    expect(await refusal(rotateServicePassword(admin, { resourceId }))).toBe('rotation_unsupported');
  });
});

describe('connections with the old password', () => {
  const at = (seconds: number) => addMs(ctx.clock.now(), seconds * SECOND_MS);
  const connected = (client: string, seconds: number) => ({ client, address: '192.0.2.10', count: 2, since: at(seconds) });
  const machine = () => {
    const [only] = ctx.gateways.services.machines.values();
    if (only === undefined) throw new Error('Nothing runs.');
    return only;
  };
  const rotated = async (solution: SolutionSlug = 'postgres'): Promise<string> => {
    const { resourceId } = await deployService(admin, { ...wanted, database: solution });
    await operate(ctx, resourceId);
    await rotateServicePassword(admin, { resourceId });
    await operate(ctx, resourceId);
    return resourceId;
  };

  it('are those from before it was changed', async () => {
    const resourceId = await rotated();
    machine().connections = [connected('old', -60), connected('new', 60)];
    expect(await listOldConnections(admin, { resourceId })).toEqual({
      changedAt: (await getService(admin, { resourceId })).passwordChangedAt,
      reasonAgainst: null,
      connections: [expect.objectContaining({ client: 'old', address: '192.0.2.10', count: 2 })],
    });
  });

  it('are none before a change', async () => {
    const resourceId = await deployed();
    machine().connections = [connected('old', -60)];
    expect(await listOldConnections(admin, { resourceId })).toEqual({ changedAt: null, reasonAgainst: null, connections: [] });
    await closeOldConnections(admin, { resourceId });
    expect(ctx.gateways.services.changes).not.toContain('closeConnections');
  });

  it('are closed on demand, and the others are not', async () => {
    const resourceId = await rotated();
    machine().connections = [connected('old', -60), connected('new', 60)];
    await closeOldConnections(admin, { resourceId });
    expect(machine().connections).toMatchObject([{ client: 'new' }]);
    const { events } = await getService(admin, { resourceId });
    expect(events.map(({ text }) => text)).toContain('Connections from before the change of the password were closed.');
  });

  it('are unknown, with the reason, while the engine does not answer and where it does not say', async () => {
    const resourceId = await rotated();
    ctx.gateways.services.fail('listConnections', 'transient');
    expect(await listOldConnections(admin, { resourceId })).toMatchObject({ reasonAgainst: 'The cloud answered: transient.' });
    const silent = await rotated('mysql');
    const reason = 'MySQL does not say since when its clients are connected.';
    expect(await listOldConnections(admin, { resourceId: silent })).toMatchObject({ reasonAgainst: reason, connections: [] });
    await expect(closeOldConnections(admin, { resourceId: silent })).rejects.toMatchObject({
      code: 'connections_not_closed',
      message: reason,
    });
  });
});

describe('a deletion', () => {
  it('leaves nothing on the cloud, no secret in the row, and no service', async () => {
    const resourceId = await deployed();
    await deleteService(admin, { resourceId });
    expect(await getService(admin, { resourceId })).toMatchObject({ status: 'deleting' });
    await operate(ctx, resourceId);
    expect(ctx.gateways.services.machines.size).toBe(0);
    expect(await refusal(getService(admin, { resourceId }))).toBe('service_not_found');
    expect(await serviceRow(ctx, resourceId)).toMatchObject({
      passwordSealed: null,
      certificateKeySealed: null,
      deletedAt: expect.any(Date),
    });
    expect((await listServices(admin, { limit: 500 })).services).toEqual([]);
  });

  it.each(['service_deployment', 'service_resize', 'service_rotation'] as const)('replaces a %s', async (kind) => {
    const resourceId = kind === 'service_deployment' ? await deploy() : await deployed();
    if (kind === 'service_resize') await resizeService(admin, { resourceId, plan: 'business' });
    if (kind === 'service_rotation') await rotateServicePassword(admin, { resourceId });
    await operateOnce(ctx, resourceId);
    await deleteService(admin, { resourceId });
    await deleteService(admin, { resourceId });
    await operate(ctx, resourceId);
    expect(ctx.gateways.services.machines.size).toBe(0);
    expect(await refusal(getService(admin, { resourceId }))).toBe('service_not_found');
  });

  it('removes an instance that appears after it was removed', async () => {
    const resourceId = await deployed();
    const [machine] = ctx.gateways.services.machines.values();
    await deleteService(admin, { resourceId });
    await operateOnce(ctx, resourceId);
    if (machine !== undefined) ctx.gateways.services.machines.set(machine.spec.tag.service, machine);
    await operate(ctx, resourceId);
    expect(ctx.gateways.services.machines.size).toBe(0);
  });

  it('waits for a cloud that does not answer, and can be asked for again after it failed', async () => {
    const resourceId = await deployed();
    ctx.gateways.services.fail('remove', 'auth');
    await deleteService(admin, { resourceId });
    await operate(ctx, resourceId);
    expect(await getService(admin, { resourceId })).toMatchObject({ status: 'failed', problem: 'The cloud answered: auth.' });
    ctx.gateways.services.fail('remove', 'transient', { times: 3 });
    await deleteService(admin, { resourceId });
    await operate(ctx, resourceId);
    expect(ctx.gateways.services.machines.size).toBe(0);
  });

  it('is refused under termination protection, and cannot be cancelled', async () => {
    const resourceId = await deployed();
    await protectService(admin, { resourceId, isProtected: true });
    expect(await refusal(deleteService(admin, { resourceId }))).toBe('service_protected');
    await protectService(admin, { resourceId, isProtected: false });
    await deleteService(admin, { resourceId });
    const { operationId } = await serviceRow(ctx, resourceId);
    if (operationId === null) throw new Error('It is over.');
    expect(await refusal(cancelJob(admin, { id: operationId }))).toBe('deletion_not_cancellable');
  });
});

describe('the monitor of a service', () => {
  const monitors = () => ctx.db.select().from(certificates).where(eq(certificates.orgId, admin.org.id));
  const endpoint = ({ ports }: { readonly ports: readonly { readonly port: number }[] }) => `127.0.0.1:${ports[0]?.port}`;

  it('begins with it: on its protocol, judged by our CA, dialed at its address, outside the limit', async () => {
    const resourceId = await deployed();
    const service = await getService(admin, { resourceId });
    ctx.gateways.prober.answer(endpoint(service), servedObservation('127.0.0.1'));
    const [monitor] = await monitors();
    expect(monitor).toMatchObject({
      domain: `postgres://127.0.0.1:${service.ports[0]?.port}`,
      serviceId: (await serviceRow(ctx, resourceId)).id,
    });
    if (monitor === undefined) throw new Error('Nothing is monitored.');
    await checkDueSlice(ctx, { shard: shardOf(monitor.id) });
    expect(ctx.gateways.prober.probed.at(-1)).toMatchObject({ host: '127.0.0.1', protocol: 'postgres', isOurs: true });
    expect(ctx.gateways.prober.termsOf.at(-1)?.anchors).toMatchObject([{ pem: expect.stringContaining('BEGIN CERTIFICATE') }]);
    const free = await makeOrgContext(ctx, { plan: 'Forever Free' });
    const limited = await deployService(free, wanted);
    await operate(ctx, limited.resourceId);
    for (const n of [1, 2, 3, 4, 5]) ctx.gateways.prober.answer(`n${n}.example.com:443`, servedObservation(`n${n}.example.com`));
    for (const n of [1, 2, 3, 4, 5]) await addCertificate(free, { domain: `n${n}.example.com` });
    expect(await getPlan(free)).toMatchObject({ currentCertificates: 5 });
  });

  it('shares the set of anchors with the other services, and ends with the service', async () => {
    const [first] = [await deployed(), await deployed()];
    expect(await ctx.db.$count(anchorSets, eq(anchorSets.orgId, admin.org.id))).toBe(1);
    expect(await monitors()).toHaveLength(2);
    await deleteService(admin, { resourceId: first });
    await operate(ctx, first);
    expect(await monitors()).toHaveLength(1);
  });

  it('is dialed only for a service: an address that a person types is not ours', async () => {
    ctx.gateways.prober.answer('127.0.0.9:5432', servedObservation('127.0.0.9'));
    await addCertificate(admin, { domain: 'postgres://127.0.0.9:5432' });
    expect(ctx.gateways.prober.probed.at(-1)).not.toHaveProperty('isOurs');
  });
});

it('shows what runs where, with the sizes of this machine', async () => {
  ctx.gateways.services.unavailable.set('grafana', 'No container engine was found.');
  const { clouds } = await getCatalog(admin);
  ctx.gateways.services.unavailable.clear();
  expect(clouds).toMatchObject([
    {
      cloud: 'local',
      solutions: { postgres: { runs: true }, grafana: { runs: false, reason: 'No container engine was found.' } },
      sizes: { hobbyist: { memoryMib: 4096, cpus: 2 }, enterprise: { memoryMib: 8192, cpus: 4 } },
    },
  ]);
});

it('exports what a service goes on with, and says so in the audit log', async () => {
  const resourceId = await deployed();
  const { password } = await revealServicePassword(admin, { resourceId });
  const { files, archive } = await exportService(admin, { resourceId });
  expect([...files.map(({ path }) => path), Buffer.from(archive).toString()]).toEqual(['compose.yaml', 'files/password', resourceId]);
  expect(files.filter(({ text }) => text.includes(password)).map(({ isSecret }) => isSecret)).toEqual([true]);
  expect((await auditOf(admin)).map(({ action }) => action)).toContain('services/export-service');
  const { resourceId: notYet } = await deployService(admin, { cloud: 'local', database: 'postgres', plan: 'hobbyist', region: 'local' });
  await expect(exportService(admin, { resourceId: notYet })).rejects.toMatchObject({ code: 'service_not_running' });
});

it('stores no password and no key in clear', async () => {
  const resourceId = await deployed();
  const { password } = await revealServicePassword(admin, { resourceId });
  const [row] = await ctx.db.select().from(services).where(eq(services.resourceId, resourceId));
  expect(JSON.stringify(row)).not.toContain(password);
  expect(JSON.stringify(row)).not.toContain('key for');
});
