import { auditLog, cloudAccounts, services } from '@notafter/db';
import type { CloudAccountId } from '@notafter/domain';
import { createTestContext, makeOrgContext, type TestContext, type TestSystemContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrgContext } from '../context.ts';
import { addCloudAccount } from './add-cloud-account.ts';
import { checkCloudAccount } from './check-cloud-account.ts';
import { deleteCloudAccount } from './delete-cloud-account.ts';
import { deleteService } from './delete-service.ts';
import { deployService } from './deploy-service.ts';
import { forgetCloudAccount } from './forget-cloud-account.ts';
import { getCatalog } from './get-catalog.ts';
import { getService } from './get-service.ts';
import { listCloudAccounts } from './list-cloud-accounts.ts';
import { listServices } from './list-services.ts';
import { lookAtServices } from './look-at-services.ts';
import { setCloudCredentials } from './set-cloud-credentials.ts';
import { signMachineCertificate } from './sign-machine-certificate.ts';
import { operate, operateOnce, serviceRow } from './testing/operate.ts';

let test: TestContext;
let ctx: TestSystemContext;
let admin: OrgContext & { readonly actor: { readonly via: 'session' } };
beforeAll(async () => {
  test = await createTestContext();
  ctx = test.ctx;
  ctx.gateways.services.clouds.push('digitalocean', 'aws');
});
beforeEach(async () => {
  admin = await makeOrgContext(ctx);
  await ctx.db.delete(services);
  await ctx.db.delete(cloudAccounts);
  ctx.gateways.services.machines.clear();
  ctx.gateways.services.changes.length = 0;
});
afterAll(() => test.close());

const SECRET = 'dop_v1_secret';
const credentials = { cloud: 'digitalocean', token: SECRET } as const;
const add = async (name = 'Production'): Promise<CloudAccountId> => (await addCloudAccount(admin, { name, credentials })).id;
const deployOn = async (account?: CloudAccountId): Promise<string> =>
  (await deployService(admin, { cloud: 'digitalocean', database: 'postgres', plan: 'hobbyist', region: 'fra1', account })).resourceId;
const run = async (resourceId: string): Promise<void> => {
  for (let turn = 0; turn < 6; turn += 1) await operateOnce(ctx, resourceId);
  const { id } = await serviceRow(ctx, resourceId);
  const machine = ctx.gateways.services.machines.get(id);
  if (machine === undefined) throw new Error('No machine.');
  const from = { ...ctx, actor: null, origin: { ip: machine.host, userAgent: null } };
  machine.served = await signMachineCertificate(from, { resourceId, token: ctx.auth.signMachine(id), request: `request of ${resourceId}` });
  await operate(ctx, resourceId);
};

describe('an account', () => {
  it('is stored sealed, and neither answered nor logged', async () => {
    const id = await add();
    const [row] = await ctx.db.select().from(cloudAccounts).where(eq(cloudAccounts.id, id));
    const log = await ctx.db.select().from(auditLog);
    expect(JSON.stringify([row, log, await listCloudAccounts(admin), await getCatalog(admin)])).not.toContain(SECRET);
    expect((await listCloudAccounts(admin)).accounts).toMatchObject([
      { id, name: 'Production', cloud: 'digitalocean', problem: null, serviceCount: 0 },
    ]);
  });

  it('is not stored if the cloud refuses it, or can not be asked', async () => {
    for (const fault of ['auth', 'transient'] as const) {
      ctx.gateways.services.fail('check', fault);
      await expect(add()).rejects.toMatchObject({ code: 'cloud_account_unusable', message: `The cloud answered: ${fault}.` });
    }
    expect((await listCloudAccounts(admin)).accounts).toEqual([]);
  });

  it('has a name that no other one has, on a cloud that is enabled', async () => {
    await add('Production');
    await expect(add('production')).rejects.toMatchObject({ code: 'cloud_account_exists' });
    const other = addCloudAccount(admin, { name: 'G', credentials: { cloud: 'gcp', key: '{}' } });
    await expect(other).rejects.toMatchObject({ code: 'cloud_not_enabled' });
  });

  it('is of one organization: another one neither sees, checks, uses nor deletes it', async () => {
    const id = await add();
    const stranger = await makeOrgContext(ctx);
    expect((await listCloudAccounts(stranger)).accounts).toEqual([]);
    for (const call of [checkCloudAccount, deleteCloudAccount, forgetCloudAccount]) {
      await expect(call(stranger, { id })).rejects.toMatchObject({ code: 'cloud_account_not_found' });
    }
    await expect(setCloudCredentials(stranger, { id, credentials })).rejects.toMatchObject({ code: 'cloud_account_not_found' });
    const theft = deployService(stranger, { cloud: 'digitalocean', database: 'postgres', plan: 'hobbyist', region: 'fra1', account: id });
    await expect(theft).rejects.toMatchObject({ code: 'cloud_account_not_found' });
  });

  it('says what is missing once it was checked, until it has other credentials', async () => {
    const id = await add();
    ctx.gateways.services.fail('check', 'auth');
    expect(await checkCloudAccount(admin, { id })).toEqual({ problem: 'The cloud answered: auth.' });
    expect((await listCloudAccounts(admin)).accounts).toMatchObject([{ problem: 'The cloud answered: auth.', isRefused: true }]);
    const aws = { cloud: 'aws', accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'x' } as const;
    await expect(setCloudCredentials(admin, { id, credentials: aws })).rejects.toMatchObject({ code: 'invalid_input' });
    await setCloudCredentials(admin, { id, credentials: { ...credentials, token: 'another' } });
    expect((await listCloudAccounts(admin)).accounts).toMatchObject([{ problem: null, isRefused: false }]);
  });
});

describe('a service', () => {
  it('needs an account, and names one of several', async () => {
    await expect(deployOn()).rejects.toMatchObject({ code: 'invalid_input', details: [{ path: 'account' }] });
    const first = await add('First');
    expect(await serviceRow(ctx, await deployOn())).toMatchObject({ accountId: first });
    const second = await add('Second');
    await expect(deployOn()).rejects.toMatchObject({
      code: 'invalid_input',
      details: [{ path: 'account', message: 'is needed: there are several' }],
    });
    const resourceId = await deployOn(second);
    await run(resourceId);
    expect(await getService(admin, { resourceId })).toMatchObject({ status: 'running', account: { id: second, name: 'Second' } });
  });

  it('adds to the cost of its account, in the list too', async () => {
    const id = await add();
    const resourceId = await deployOn(id);
    await run(resourceId);
    ctx.clock.set(new Date('2026-03-10T00:00:00Z'));
    await ctx.db.execute(`update service_charges set since = '2026-02-28T14:00:00Z'`);
    const { accounts } = await listCloudAccounts(admin);
    const hourly = 0.198027;
    const cost = { soFarUsd: 226 * hourly, monthUsd: 216 * hourly, monthForecastUsd: 744 * hourly };
    const close = ({ soFarUsd, monthUsd, monthForecastUsd }: typeof cost) =>
      [soFarUsd, monthUsd, monthForecastUsd].map((usd) => usd.toFixed(6));
    expect(accounts.map((account) => [account.serviceCount, ...close(account.cost)])).toEqual([[1, ...close(cost)]]);
    const { services: listed } = await listServices(admin, { limit: 10 });
    expect(listed.map((service) => close(service.cost))).toEqual([close(cost)]);
  });

  it('keeps its account from being deleted; a deleted one does not', async () => {
    const id = await add();
    const resourceId = await deployOn(id);
    await run(resourceId);
    await expect(deleteCloudAccount(admin, { id })).rejects.toMatchObject({ code: 'cloud_account_in_use' });
    await deleteService(admin, { resourceId });
    await operate(ctx, resourceId);
    await deleteCloudAccount(admin, { id });
    expect((await listCloudAccounts(admin)).accounts).toEqual([]);
  });
});

describe('an account that its cloud refuses', () => {
  it('is forgotten with its services, and what may still cost money is named', async () => {
    const id = await add();
    const resourceId = await deployOn(id);
    await run(resourceId);
    const deploying = await deployOn(id);
    await operateOnce(ctx, deploying);
    await expect(forgetCloudAccount(admin, { id })).rejects.toMatchObject({ code: 'cloud_account_works' });
    ctx.gateways.services.fail('check', 'transient');
    await expect(forgetCloudAccount(admin, { id })).rejects.toMatchObject({ code: 'cloud_account_works' });
    ctx.gateways.services.fail('check', 'auth');
    const { leftovers } = await forgetCloudAccount(admin, { id });
    const { id: serviceId, host } = await serviceRow(ctx, resourceId);
    expect(leftovers).toMatchObject([
      { resourceId, region: 'fra1', regionName: 'Frankfurt 1', host, names: [`notafter-${serviceId}`, `notafter-${serviceId}-data`] },
      { resourceId: deploying },
    ]);
    expect((await listServices(admin, { limit: 10 })).services).toEqual([]);
    const rows = await ctx.db.select().from(services).where(eq(services.orgId, admin.org.id));
    expect(rows.map((row) => [row.accountId, row.passwordSealed, row.operationId])).toEqual([
      [null, null, null],
      [null, null, null],
    ]);
    expect(ctx.gateways.services.changes.filter((change) => change === 'remove')).toEqual([]);
  });

  it('is noticed by the hourly listing, and says so in the list of accounts', async () => {
    const id = await add();
    ctx.clock.set(new Date('2026-04-01T10:23:30Z'));
    // The first listing is this server's.
    ctx.gateways.services.fail('list', 'auth', { times: 2 });
    await lookAtServices(ctx);
    expect((await listCloudAccounts(admin)).accounts).toMatchObject([{ id, isRefused: true }]);
    await lookAtServices(ctx);
    expect((await listCloudAccounts(admin)).accounts).toMatchObject([{ id, isRefused: false, problem: null }]);
  });
});

it('offers the accounts of each cloud, and says where one is needed first', async () => {
  const offers = async () => new Map((await getCatalog(admin)).clouds.map((offer) => [offer.cloud, offer]));
  expect((await offers()).get('digitalocean')).toMatchObject({
    accounts: [],
    solutions: { postgres: { runs: false, reason: 'Add an account of DigitalOcean below your services first.' } },
  });
  const id = await add();
  expect((await offers()).get('digitalocean')).toMatchObject({
    accounts: [{ id, name: 'Production', problem: null }],
    solutions: { postgres: { runs: true } },
  });
});
