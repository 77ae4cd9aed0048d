import { createHmac } from 'node:crypto';
import { services } from '@notafter/db';
import { addMs, HOUR_MS, MINUTE_MS } from '@notafter/domain';
import { createTestContext, makeOrgContext, type TestContext, type TestSystemContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrgContext, RequestContext } from '../context.ts';
import { backUpService } from './back-up-service.ts';
import { deployService } from './deploy-service.ts';
import { getService } from './get-service.ts';
import { listBackups } from './list-backups.ts';
import { lookAtServices } from './look-at-services.ts';
import { nameService } from './name-service.ts';
import { reportMachineProgress } from './report-machine-progress.ts';
import { restoreBackup } from './restore-backup.ts';
import { signMachineCertificate } from './sign-machine-certificate.ts';
import { startDrill } from './start-drill.ts';
import { operate, operateOnce, serviceRow } from './testing/operate.ts';

let test: TestContext;
let ctx: TestSystemContext;
let admin: OrgContext & { readonly actor: { readonly via: 'session' } };
beforeAll(async () => {
  test = await createTestContext();
  ctx = test.ctx;
  admin = await makeOrgContext(ctx);
  const { clouds, drivers, machineDriver } = ctx.gateways.services;
  clouds.push('aws');
  drivers.aws = machineDriver('aws');
});
afterAll(() => test.close());

const deploy = async (): Promise<string> =>
  (await deployService(admin, { cloud: 'aws', database: 'postgres', plan: 'hobbyist', region: 'eu-central-1' })).resourceId;

const machineOf = async (resourceId: string) => {
  const { id } = await serviceRow(ctx, resourceId);
  const machine = ctx.gateways.services.machines.get(id);
  if (machine === undefined) throw new Error('No machine.');
  return machine;
};
const tokenOf = async (resourceId: string): Promise<string> => ctx.auth.signMachine((await serviceRow(ctx, resourceId)).id);
const from = (ip: string): RequestContext => ({ ...ctx, actor: null, origin: { ip, userAgent: null } });

/** The machine asks for its certificate, and serves it. */
const boot = async (resourceId: string, key = 'key of the machine'): Promise<string> => {
  const machine = await machineOf(resourceId);
  const token = await tokenOf(resourceId);
  const certificate = await signMachineCertificate(from(machine.host), { resourceId, token, request: `request of ${key}` });
  machine.served = certificate;
  return certificate;
};

/** Deployed until it waits for the engine. */
const created = async (): Promise<string> => {
  const resourceId = await deploy();
  for (let turn = 0; turn < 6; turn += 1) await operateOnce(ctx, resourceId);
  return resourceId;
};
const running = async (): Promise<string> => {
  const resourceId = await created();
  await boot(resourceId);
  await operate(ctx, resourceId);
  return resourceId;
};

describe('the first certificate of a machine', () => {
  it('is for the address that the cloud named, and lets the deployment end', async () => {
    const resourceId = await running();
    const machine = await machineOf(resourceId);
    expect(machine.spec.certificate).toMatchObject({
      url: `${ctx.config.publicUrl}/v1/machines/${resourceId}`,
      token: await tokenOf(resourceId),
    });
    expect(await getService(admin, { resourceId })).toMatchObject({
      status: 'running',
      host: machine.host,
      certificateNames: [machine.host],
    });
    expect(await serviceRow(ctx, resourceId)).toMatchObject({ certificateKeySealed: null, machineKey: 'key of the machine' });
  });

  it('is not signed for strangers: without the token, from another address, or before the address is known', async () => {
    const resourceId = await deploy();
    const ask = (ip: string, token: string | null) =>
      signMachineCertificate(from(ip), { resourceId, token, request: 'request of a stranger' });
    await expect(ask('203.0.113.9', await tokenOf(resourceId))).rejects.toMatchObject({ code: 'machine_starting' });
    for (let turn = 0; turn < 6; turn += 1) await operateOnce(ctx, resourceId);
    const { host } = await machineOf(resourceId);
    await expect(ask(host, null)).rejects.toMatchObject({ code: 'credential_invalid' });
    await expect(ask(host, await tokenOf(await deploy()))).rejects.toMatchObject({ code: 'credential_invalid' });
    await expect(ask('203.0.113.9', await tokenOf(resourceId))).rejects.toMatchObject({ code: 'machine_address' });
    expect((await serviceRow(ctx, resourceId)).certificate).toBeNull();
  });

  it('is not signed for a service without a machine, nor for a request that its key did not sign', async () => {
    const { resourceId } = await deployService(admin, { cloud: 'local', database: 'postgres', plan: 'hobbyist', region: 'local' });
    const token = await tokenOf(resourceId);
    await expect(signMachineCertificate(from('127.0.0.1'), { resourceId, token, request: 'request of x' })).rejects.toMatchObject({
      code: 'credential_invalid',
    });
    const onCloud = await created();
    const { host } = await machineOf(onCloud);
    const bad = signMachineCertificate(from(host), { resourceId: onCloud, token: await tokenOf(onCloud), request: 'nonsense' });
    await expect(bad).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('is the same again for a machine whose answer was lost, and never for a second key', async () => {
    const resourceId = await created();
    const first = await boot(resourceId);
    expect(await boot(resourceId)).toBe(first);
    await expect(boot(resourceId, 'another key')).rejects.toMatchObject({ code: 'machine_key_differs' });
    const { host } = await machineOf(resourceId);
    const thief = signMachineCertificate(from(host), { resourceId, token: null, request: 'request of another key' });
    await expect(thief).rejects.toMatchObject({ code: 'credential_invalid' });
  });

  it('is one for two calls at once', async () => {
    const resourceId = await created();
    const { host } = await machineOf(resourceId);
    const input = { resourceId, token: await tokenOf(resourceId), request: 'request of the key' };
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => signMachineCertificate(from(host), input)));
    const signed = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(new Set(signed)).toEqual(new Set([(await serviceRow(ctx, resourceId)).certificate]));
  });
});

describe('the next certificate of a machine', () => {
  it('is signed for the key alone when it is due, without a look of ours beginning an operation', async () => {
    const resourceId = await running();
    const machine = await machineOf(resourceId);
    const before = machine.served;
    await ctx.db
      .update(services)
      .set({ certificateNotAfter: addMs(ctx.clock.now(), 29 * 24 * HOUR_MS) })
      .where(eq(services.resourceId, resourceId));
    await lookAtServices(ctx);
    expect((await getService(admin, { resourceId })).status).toBe('running');
    const renewed = await signMachineCertificate(from('203.0.113.50'), {
      resourceId,
      token: null,
      request: 'request of key of the machine',
    });
    expect(renewed).not.toBe(before);
    // The machine has an hour to install it.
    await lookAtServices(ctx);
    expect(await getService(admin, { resourceId })).toMatchObject({ status: 'running', problem: null });
    ctx.clock.advance(2 * HOUR_MS);
    await lookAtServices(ctx);
    expect((await getService(admin, { resourceId })).problem).toContain('another certificate');
    machine.served = renewed;
    await lookAtServices(ctx);
    expect((await getService(admin, { resourceId })).problem).toBeNull();
  });

  it('has names that were added since', async () => {
    const resourceId = await running();
    await nameService(admin, { resourceId, names: ['db.machine.example'] });
    expect((await serviceRow(ctx, resourceId)).operationId).toBeNull();
    await boot(resourceId);
    expect((await getService(admin, { resourceId })).certificateNames).toContain('db.machine.example');
  });
});

describe('a report of a machine', () => {
  const report = async (resourceId: string, body: string, token?: string): Promise<void> => {
    const signature = `sha256=${createHmac('sha256', token ?? (await tokenOf(resourceId)))
      .update(body)
      .digest('hex')}`;
    await reportMachineProgress(from('203.0.113.9'), { resourceId, body, signature });
  };
  const shown = async (resourceId: string) => {
    await operateOnce(ctx, resourceId);
    const { operation } = await getService(admin, { resourceId });
    return { label: operation?.label, answer: operation?.lastAnswer };
  };

  it('moves the bar and says what it does, whatever comes twice or late', async () => {
    const resourceId = await created();
    const seen = [await shown(resourceId)];
    for (const step of ['installed', 'volume', 'installed', 'image', 'started']) {
      await report(resourceId, JSON.stringify({ step }));
      seen.push(await shown(resourceId));
    }
    expect(seen).toMatchInlineSnapshot(`
      [
        {
          "answer": "The machine is starting, and installs its packages.",
          "label": "Starting the machine and installing its packages",
        },
        {
          "answer": "The machine has its packages, and is mounting the data volume.",
          "label": "Mounting the data volume",
        },
        {
          "answer": "The data volume is mounted, and the image of the engine is being pulled.",
          "label": "Pulling the image",
        },
        {
          "answer": "The data volume is mounted, and the image of the engine is being pulled.",
          "label": "Pulling the image",
        },
        {
          "answer": "The image is there, and the engine is about to start.",
          "label": "Having the certificate signed",
        },
        {
          "answer": "The engine is starting.",
          "label": "Waiting for the first sign-in",
        },
      ]
    `);
    await boot(resourceId);
    await operate(ctx, resourceId);
    expect((await getService(admin, { resourceId })).status).toBe('running');
  });

  it('ends the deployment with its words if it failed, and nothing is left', async () => {
    const resourceId = await created();
    await report(resourceId, JSON.stringify({ step: 'failed', message: 'No network yet.' }));
    expect((await shown(resourceId)).answer).toBe('The machine could not start the engine: No network yet.');
    await report(resourceId, JSON.stringify({ step: 'installed' }));
    await report(resourceId, JSON.stringify({ step: 'failed', message: 'The data volume has a file system of somebody else.' }));
    expect((await shown(resourceId)).answer).toContain('of somebody else');
    ctx.clock.advance(4 * MINUTE_MS);
    await operate(ctx, resourceId);
    expect(await getService(admin, { resourceId })).toMatchObject({
      status: 'failed',
      problem: 'The machine could not start the engine: The data volume has a file system of somebody else.',
    });
    expect(ctx.gateways.services.machines.has((await serviceRow(ctx, resourceId)).id)).toBe(false);
  });

  it('is not believed without the signature of this machine, in another form, or once it runs', async () => {
    const resourceId = await created();
    const other = await created();
    await expect(report(resourceId, '{"step":"volume"}', await tokenOf(other))).rejects.toMatchObject({ code: 'credential_invalid' });
    await expect(report(resourceId, '{"step":"paid"}')).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(report(resourceId, 'step=volume')).rejects.toMatchObject({ code: 'invalid_input' });
    expect((await serviceRow(ctx, resourceId)).machineReport).toBeNull();
    await boot(resourceId);
    await operate(ctx, resourceId);
    await report(resourceId, '{"step":"failed","message":"late"}');
    expect((await serviceRow(ctx, resourceId)).machineReport).toBeNull();
  });
});

describe('the look at a machine', () => {
  const CLOUD_AGAIN_MS = 11 * MINUTE_MS;
  const look = async (resourceId: string) => {
    ctx.clock.advance(CLOUD_AGAIN_MS);
    await lookAtServices(ctx);
    const { status, problem, drift, events } = await getService(admin, { resourceId });
    return { status, problem, drift, said: events[0]?.text };
  };

  it('asks the engine each time, and its cloud a few times an hour', async () => {
    const resourceId = await running();
    await look(resourceId);
    const machine = await machineOf(resourceId);
    const { looks } = machine;
    await lookAtServices(ctx);
    await lookAtServices(ctx);
    expect(machine.looks).toBe(looks);
    await look(resourceId);
    expect(machine.looks).toBe(looks + 1);
  });

  it('says what somebody changed on the cloud, as an event once, and that it is as wanted again', async () => {
    const resourceId = await running();
    const machine = await machineOf(resourceId);
    machine.type = 't3.large';
    const text = 'The machine type was changed on AWS from t3.medium to t3.large. Resize the service to bring it back.';
    expect(await look(resourceId)).toEqual({ status: 'running', problem: null, drift: text, said: text });
    machine.type = 't3.medium';
    expect(await look(resourceId)).toMatchObject({ status: 'running', drift: null, said: 'The cloud has again what was asked for.' });
  });

  it('takes a machine that was stopped or deleted there as the reason why the engine does not answer', async () => {
    const resourceId = await running();
    const machine = await machineOf(resourceId);
    machine.state = 'stopped';
    machine.served = '';
    expect(await look(resourceId)).toMatchObject({ status: 'unwell', problem: expect.stringContaining('was stopped on AWS') });
    ctx.gateways.services.machines.delete((await serviceRow(ctx, resourceId)).id);
    expect(await look(resourceId)).toMatchObject({ status: 'unwell', problem: expect.stringContaining('was deleted there') });
  });

  it('keeps a service that answers as well, whatever its cloud answers', async () => {
    const resourceId = await running();
    for (const fault of ['throttled', 'transient', 'auth'] as const) {
      ctx.gateways.services.fail('observe', fault);
      expect(await look(resourceId)).toMatchObject({ status: 'running', problem: null });
    }
  });
});

it('refuses to restore a backup of a machine, whose volume begins empty', async () => {
  const resourceId = await running();
  const { operationId } = await backUpService(admin, { resourceId });
  expect(operationId).not.toBeNull();
  await operate(ctx, resourceId);
  const [backup] = (await listBackups(admin, { resourceId })).backups;
  if (backup === undefined) throw new Error('No backup.');
  expect(backup.state).toBe('ok');
  const refused = { code: 'backup_unsupported', message: expect.stringContaining('a machine of AWS') };
  await expect(restoreBackup(admin, { id: backup.id, into: 'new' })).rejects.toMatchObject(refused);
  await expect(startDrill(admin, { id: backup.id })).rejects.toMatchObject(refused);
});
