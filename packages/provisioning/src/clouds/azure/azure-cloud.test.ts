import { randomUUID } from 'node:crypto';
import { brandId, type CloudDriver, type ServiceSpec, type ServiceTag } from '@notafter/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ArmFake, azureCredentials, createArmFake } from '../../testing/clouds/azure/arm-fake.ts';
import { driverOn } from '../../testing/clouds/driver-on.ts';
import { settle } from '../../testing/clouds/settle.ts';
import { specOf } from '../../testing/clouds/spec.ts';
import type { AzureAccount } from './azure-client.ts';
import { createAzureCloud } from './azure-cloud.ts';
import { lostPublicKey } from './azure-machine.ts';
import { azureActions, missingActions } from './azure-permissions.ts';

const { signal } = new AbortController();
let fake: ArmFake;
let driver: CloudDriver;
let spec: ServiceSpec;

const driverFor = (changes: Partial<AzureAccount> = {}, ownAddresses = ['198.51.100.7']): CloudDriver =>
  driverOn(createAzureCloud(fake.account(changes)), ownAddresses);
const until = <Result>(call: () => Promise<Result>): Promise<Result> => settle(fake, call);
const running = async (): Promise<void> => {
  await until(() => driver.create(spec, signal));
  fake.now += 60_000;
};
const callsOf = (label: string): number => fake.calls.filter((call) => call === label).length;
const resource = (kind: string) => {
  const found = fake.state.resources.find((one) => one.kind === kind);
  if (found === undefined) throw new Error(`There is one of ${kind}.`);
  return found;
};
const removed = async (): Promise<void> => {
  for (let look = 0; look < 30; look += 1) {
    await driver.remove(spec.tag, signal).catch(() => false);
    fake.now += 3000;
  }
};

beforeEach(() => {
  fake = createArmFake();
  driver = driverFor();
  spec = specOf('azure', 'westeurope', 'hobbyist');
});
afterEach(() => {
  expect(fake.undocumented).toEqual([]);
});

describe('a service on Azure', () => {
  it('is one machine with a disk, an address that it keeps, and its rules first, in a resource group of its tag', async () => {
    await running();
    expect(await driver.observe(spec.tag, signal)).toMatchObject({
      ...{ by: 'machine', state: 'running', host: expect.stringMatching(/^192\.0\.2\./), ports: [{ name: 'native', port: 5432 }] },
      size: { memoryMib: 4096, cpus: 2, diskGib: 60 },
    });
    expect(fake.calls.filter((call) => call.startsWith('put_')).map((call) => call.slice(4))).toEqual([
      ...['group', 'disks', 'networkSecurityGroups', 'publicIPAddresses', 'virtualNetworks', 'networkInterfaces', 'virtualMachines'],
    ]);
    const { service, installation } = spec.tag;
    expect(fake.state.groups).toMatchObject([{ name: `notafter-${service}`, tags: { 'notafter-installation': installation } }]);
    const customData = Buffer.from('#cloud-config\n# /dev/disk/azure/scsi1/lun0\n').toString('base64');
    expect(resource('virtualMachines').body.properties).toMatchObject({
      osProfile: { customData, allowExtensionOperations: false, linuxConfiguration: { disablePasswordAuthentication: true } },
    });
    expect(resource('networkSecurityGroups').body.properties).toMatchObject({
      securityRules: [{ properties: { sourceAddressPrefixes: ['0.0.0.0/0'], destinationPortRanges: ['5432'] } }],
    });
  });

  it('has its disk and its address, in whatever case Azure writes their IDs', async () => {
    await running();
    const { machines, volumes, addresses } = await createAzureCloud(fake.account()).find(spec.tag, signal);
    expect([volumes[0]?.machine, addresses[0]?.machine]).toEqual([machines[0]?.id, machines[0]?.id]);
  });

  it('has a user whose key nobody has, since another one is made each time', () => {
    expect(lostPublicKey()).toMatch(/^ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA/);
    expect(lostPublicKey()).not.toBe(lostPublicKey());
  });

  it('is created once, however often and by however many it is asked for', async () => {
    await Promise.allSettled([1, 2, 3].map(() => driverFor().create(spec, signal)));
    await running();
    await driver.create(spec, signal);
    expect([fake.mostAtOnce, fake.state.groups.length, fake.state.resources.length]).toEqual([1, 1, 6]);
    expect(await driverFor().list(spec.tag.installation, signal)).toEqual([spec.tag]);
  });

  it("is neither seen, changed nor removed by another installation's calls", async () => {
    await running();
    const foreign: ServiceTag = { ...spec.tag, installation: brandId(randomUUID()) };
    expect(await driver.observe(foreign, signal)).toBeNull();
    expect(await driver.list(foreign.installation, signal)).toEqual([]);
    await expect(driver.setAllowlist({ ...spec, tag: foreign }, signal)).rejects.toMatchObject({ fault: 'not_found' });
    await expect(driver.create({ ...spec, tag: foreign }, signal)).rejects.toThrow('does not list it as ours');
    expect(await driver.remove(foreign, signal)).toBe(true);
    expect(fake.state.groups).toMatchObject([{ tags: { 'notafter-installation': spec.tag.installation }, goneAt: null }]);
  });

  it('does not move to another plan', async () => {
    await running();
    await expect(driver.resize(spec, signal)).rejects.toMatchObject({ fault: 'invalid', message: 'Azure does not support resizing' });
  });

  it('is refused for lack of room by the state of its machine, and can be tried again', async () => {
    fake.faults.push({ label: 'put_virtualMachines', nth: 1, fault: 'capacity' });
    await until(() => driver.create(spec, signal));
    fake.now += 40_000;
    const refused = { fault: 'capacity', code: 'AllocationFailed', message: expect.stringContaining('has no room for this plan') };
    await expect(driver.observe(spec.tag, signal)).rejects.toMatchObject(refused);
    await expect(driverFor().create(spec, signal)).rejects.toMatchObject(refused);
    expect(callsOf('start_virtualMachines')).toBe(0);
    fake.now += 60_000;
    await running();
    expect(fake.truth().machines).toMatchObject([{ state: 'running' }]);
  });

  it('accepts clients from IPv4 addresses of its allowlist and from this server only', async () => {
    await running();
    await until(() => driver.setAllowlist({ ...spec, allowlist: ['203.0.113.0/24', '2001:db8::1'] }, signal));
    expect(resource('networkSecurityGroups').body.properties).toMatchObject({
      securityRules: [{ properties: { sourceAddressPrefixes: ['203.0.113.0/24', '198.51.100.7/32'] } }],
    });
    const unreachable = driverFor({}, ['2001:db8::7']).setAllowlist({ ...spec, allowlist: ['2001:db8::1'] }, signal);
    await expect(unreachable).rejects.toMatchObject({ fault: 'invalid', message: expect.stringContaining('IPv4 addresses only') });
  });

  it('gets its rules back if they were changed by hand', async () => {
    await running();
    const { properties } = resource('networkSecurityGroups').body;
    if (!('securityRules' in properties)) throw new Error('There are rules.');
    properties.securityRules.push(...structuredClone(properties.securityRules));
    await until(() => driver.setAllowlist(spec, signal));
    expect(resource('networkSecurityGroups').body.properties).toMatchObject({ securityRules: { length: 1 } });
  });

  it('leaves nothing when it is removed, also of a group that is still empty, and says so only then', async () => {
    await expect(driver.create(spec, signal)).rejects.toMatchObject({ fault: 'transient' });
    fake.state.resources = [];
    await removed();
    expect(fake.holdings()).toEqual([]);
    await running();
    const answers: boolean[] = [];
    for (let look = 0; look < 20; look += 1) {
      answers.push(await driver.remove(spec.tag, signal).catch(() => false));
      fake.now += 3000;
    }
    expect([answers.indexOf(true) > 5, answers.at(-1), fake.holdings()]).toEqual([true, true, []]);
    expect([callsOf('delete_group'), callsOf('delete_virtualMachines')]).toEqual([2, 1]);
  });

  it('gets its disk and its address back if they were taken off its machine by hand, and restarts', async () => {
    await running();
    const { properties } = resource('virtualMachines').body;
    if ('storageProfile' in properties) properties.storageProfile.dataDisks = [];
    const card = resource('networkInterfaces').body.properties;
    if ('ipConfigurations' in card) delete card.ipConfigurations[0].properties.publicIPAddress;
    await until(() => driver.create(spec, signal));
    const { machines, volumes, addresses } = fake.truth();
    expect([volumes[0]?.machine, addresses[0]?.machine]).toEqual([machines[0]?.id, machines[0]?.id]);
    fake.now += 10_000;
    await driver.restart(spec.tag, signal);
    expect(callsOf('restart_virtualMachines')).toBe(1);
  });

  it('is found among more things than one page has', async () => {
    fake.pageSize = 1;
    await running();
    const other = { installation: spec.tag.installation, service: brandId<'service'>(randomUUID()) };
    await until(() => driver.create({ ...spec, tag: other }, signal));
    expect((await driver.list(spec.tag.installation, signal)).map(({ service }) => service).sort()).toEqual(
      [spec.tag.service, other.service].sort(),
    );
  });
});

describe('an account of Azure', () => {
  it('asks for a token once, and again when it ends', async () => {
    await driver.check(signal);
    fake.now += 3_500_000;
    await driver.check(signal);
    fake.now += 100_000;
    await driver.check(signal);
    expect(callsOf('get_token')).toBe(2);
  });

  it('is refused with a sentence of what to do if its secret is, and asks for another token after a refusal', async () => {
    await driver.check(signal);
    fake.isRevoked = true;
    const refused = { fault: 'auth', message: expect.stringContaining('AZURE_CLIENT_SECRET') };
    await expect(driver.check(signal)).rejects.toMatchObject(refused);
    await expect(driver.check(signal)).rejects.toMatchObject(refused);
    fake.isRevoked = false;
    await driver.check(signal);
    await expect(driverFor({ credentials: { ...azureCredentials, clientSecret: 'wrong' } }).check(signal)).rejects.toMatchObject(refused);
  });

  it.each([
    ['tenantId', '../other'],
    ['tenantId', 'example.com/x?'],
    ['subscriptionId', 'not-an-id'],
  ])('with %s %s is not asked at all', async (field, value) => {
    const strange = driverFor({ credentials: { ...azureCredentials, [field]: value } });
    await expect(strange.check(signal)).rejects.toMatchObject({ fault: 'auth', message: expect.stringContaining('is not an ID') });
    expect(fake.calls).toEqual([]);
  });

  it('is not taken for one without services if its subscription is unknown', async () => {
    const other = driverFor({ credentials: { ...azureCredentials, subscriptionId: randomUUID() } });
    await expect(other.observe(spec.tag, signal)).rejects.toMatchObject({ fault: 'auth', code: 'SubscriptionNotFound' });
  });

  it.each(azureActions)('that lacks %s is named by the dry run', async (action) => {
    fake.denied.add(action);
    await expect(driver.check(signal)).rejects.toMatchObject({
      ...{
        fault: 'auth',
        message: `The Azure application lacks the permission ${action}. Give it a role in the subscription that has it.`,
      },
    });
  });

  it('has the permissions that its roles give together, each without its exceptions', () => {
    expect(missingActions([])).toEqual(azureActions);
    expect(missingActions([{ actions: ['*'], notActions: [] }])).toEqual([]);
    const contributor = { actions: ['*'], notActions: ['Microsoft.Network/*/join/action'] };
    expect(missingActions([contributor]).every((action) => action.endsWith('/join/action'))).toBe(true);
    expect(missingActions([contributor, { actions: ['microsoft.network/*'], notActions: [] }])).toEqual([]);
  });

  it('needs no permission that the dry run does not ask for', async () => {
    const asked = new Set<string>();
    const { has } = fake.denied;
    fake.denied.has = (action) => {
      asked.add(action);
      return has.call(fake.denied, action);
    };
    await running();
    await until(() => driver.setAllowlist({ ...spec, allowlist: ['203.0.113.0/24'] }, signal));
    await driver.restart(spec.tag, signal);
    await driver.list(spec.tag.installation, signal);
    await removed();
    expect(asked.size).toBeGreaterThan(15);
    expect([...asked].filter((action) => !azureActions.includes(action))).toEqual([]);
  });

  it.each([
    [409, 'QuotaExceeded', 'Exceeding approved quota.', 'quota', 'has reached a limit'],
    [409, 'OperationNotAllowed', 'Exceeding approved standardDSv5Family Cores quota.', 'quota', 'has reached a limit'],
    [409, 'SkuNotAvailable', 'The requested size is not available.', 'capacity', 'has no room'],
    [409, 'ReadOnlyDisabledSubscription', 'The subscription is disabled.', 'auth', 'is disabled'],
    [409, 'MissingSubscriptionRegistration', 'Not registered.', 'invalid', 'Register Microsoft.Compute'],
    [403, 'RequestDisallowedByPolicy', 'Disallowed by policy X.', 'invalid', 'policy'],
    [
      ...([403, 'LinkedAuthorizationFailed'] as const),
      "It does not have permission to perform action(s) 'Microsoft.Network/networkSecurityGroups/join/action' on the linked scope(s)",
      ...(['auth', 'lacks the permission Microsoft.Network/networkSecurityGroups/join/action'] as const),
    ],
    [429, 'TooManyRequests', 'Slow down.', 'throttled', 'limits how often'],
    [500, 'InternalServerError', 'Oops.', 'transient', 'internal error'],
    [409, 'AnotherOperationInProgress', 'Busy.', 'transient', 'still changing'],
    [400, 'InvalidParameter', 'The name is invalid.', 'invalid', 'The name is invalid.'],
  ])('answers %i %s "%s" with a sentence of what to do', async (status, code, message, fault, sentence) => {
    const text = JSON.stringify({ error: { code, message } });
    const refused = driverFor({
      fetch: async (input, init) =>
        String(input).includes('/resourceGroups/') ? new Response(text, { status }) : fake.account().fetch(input, init),
    });
    await expect(refused.observe(spec.tag, signal)).rejects.toMatchObject({ fault, message: expect.stringContaining(sentence) });
  });

  it('is asked again only after its limit ended', async () => {
    fake.faults.push({ label: 'get_group', nth: 1, fault: 'throttled' });
    await expect(driver.observe(spec.tag, signal)).rejects.toMatchObject({ fault: 'throttled', retryAfterMs: 7000 });
  });

  it('sends its token nowhere else, whatever address a list names as its next page', async () => {
    const asked: string[] = [];
    const hostile = driverFor({
      fetch: async (input, init) => {
        asked.push(new URL(String(input)).host);
        const page = { value: [], nextLink: 'https://attacker.example/next?$skiptoken=1' };
        return String(input).includes('resourcegroups') ? new Response(JSON.stringify(page)) : fake.account().fetch(input, init);
      },
    });
    await expect(hostile.list(spec.tag.installation, signal)).rejects.toThrow('without an end');
    expect([...new Set(asked)].sort()).toEqual(['login.microsoftonline.com', 'management.azure.com']);
  });

  it.each([
    ['no JSON', '<html>'],
    ['another form', '{"access_token":7}'],
  ])('is not believed if it answers %s', async (_, body) => {
    const hostile = driverFor({ fetch: async () => new Response(body) });
    await expect(hostile.observe(spec.tag, signal)).rejects.toMatchObject({
      ...{ fault: 'transient', message: expect.stringContaining('unknown form') },
    });
  });

  it('is asked over HTTP, where connections that are cut and callers that give up end the call', async () => {
    const { endpoint, close } = await fake.listen();
    const overHttp = driverFor({ endpoint, authorityHost: endpoint, fetch: globalThis.fetch });
    fake.faults.push({ label: 'put_disks', nth: 1, fault: 'cut_after_commit' });
    await expect(overHttp.create(spec, signal)).rejects.toMatchObject({ fault: 'transient' });
    await until(() => overHttp.create(spec, signal));
    expect(fake.state.resources).toHaveLength(6);
    await expect(overHttp.observe(spec.tag, AbortSignal.abort(new Error('gave up')))).rejects.toThrow('gave up');
    await close();
    await expect(overHttp.observe(spec.tag, signal)).rejects.toMatchObject({ fault: 'transient' });
  });
});
