import { randomUUID } from 'node:crypto';
import { brandId, type CloudDriver, ProviderError, type ServiceSpec, type ServiceTag } from '@notafter/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDigitalOceanFake, type DigitalOceanFake } from '../../testing/clouds/digitalocean/do-fake.ts';
import { driverOn } from '../../testing/clouds/driver-on.ts';
import { settle } from '../../testing/clouds/settle.ts';
import { specOf } from '../../testing/clouds/spec.ts';
import { createDigitalOceanCloud } from './digitalocean-cloud.ts';
import type { DigitalOceanAccount } from './do-client.ts';
import { scopeQuestions } from './do-scopes.ts';

const { signal } = new AbortController();
let fake: DigitalOceanFake;
let driver: CloudDriver;
let spec: ServiceSpec;

const driverFor = (changes: Partial<DigitalOceanAccount> = {}, ownAddresses = ['198.51.100.7']): CloudDriver =>
  driverOn(createDigitalOceanCloud(fake.account(changes)), ownAddresses);
/** Makes a call again as long as it has to be, as the steps of an operation do. */
const until = <Result>(call: () => Promise<Result>): Promise<Result> => settle(fake, call);
const running = async (): Promise<void> => {
  await until(() => driver.create(spec, signal));
  fake.now += 60_000;
};
const faultOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof ProviderError ? error.fault : error),
  );

beforeEach(() => {
  fake = createDigitalOceanFake();
  driver = driverFor();
  spec = specOf('digitalocean', 'fra1', 'hobbyist');
});
afterEach(() => {
  expect(fake.undocumented).toEqual([]);
});

describe('a service on DigitalOcean', () => {
  it('is one droplet with a volume, behind a firewall that is there first', async () => {
    const made = await driver.create(spec, signal);
    expect(made).toMatchObject({ by: 'machine', state: 'creating', host: null, ports: [{ name: 'native', port: 5432 }] });
    const changes = fake.calls.filter((call) => call.startsWith('create'));
    expect(changes).toEqual(['create_volume', 'create_firewall', 'create_droplet']);
    const { droplets, volumes, firewalls } = fake.state;
    expect(droplets).toMatchObject([{ name: `notafter-${spec.tag.service}`, region: 'fra1', size: 's-2vcpu-4gb' }]);
    expect(droplets[0]?.userData).toBe(`#cloud-config\n# /dev/disk/by-id/scsi-0DO_Volume_${volumes[0]?.name}\n`);
    expect(volumes).toMatchObject([{ sizeGib: 60, droplet: droplets[0]?.id, region: 'fra1' }]);
    expect(firewalls).toMatchObject([
      { inbound: [{ protocol: 'tcp', ports: '5432', sources: { addresses: ['0.0.0.0/0', '::/0'] } }], tags: [droplets[0]?.tags[1]] },
    ]);
    fake.now += 60_000;
    const size = { memoryMib: 4096, cpus: 2, diskGib: 60 };
    expect(await driver.observe(spec.tag, signal)).toMatchObject({ state: 'running', host: expect.stringMatching(/^203\./), size });
  });

  it('is created once, however often it is asked for, and found by a driver that knows nothing of it', async () => {
    await driver.create(spec, signal);
    await driver.create(spec, signal);
    fake.now += 60_000;
    const other = driverFor();
    expect(await other.create(spec, signal)).toEqual(await driver.observe(spec.tag, signal));
    expect(fake.state.droplets).toHaveLength(1);
    expect(await other.list(spec.tag.installation, signal)).toEqual([spec.tag]);
  });

  it('is created once by calls at once, because the volume is of one machine', async () => {
    await Promise.allSettled([1, 2, 3].map(() => driverFor().create(spec, signal)));
    await running();
    expect([fake.mostAtOnce, fake.state.droplets.length, fake.state.volumes.length]).toEqual([1, 1, 1]);
  });

  it('loses a machine that calls which crossed made beside the one with the data', async () => {
    await running();
    const [kept] = fake.state.droplets;
    if (kept === undefined) throw new Error('There is a droplet.');
    fake.state.droplets.unshift({ ...kept, id: 7, created: kept.created - 1 });
    await until(() => driver.create(spec, signal));
    fake.now += 10_000;
    await driver.observe(spec.tag, signal);
    expect(fake.state.droplets.map(({ id }) => id)).toEqual([kept.id]);
  });

  it("is neither seen, changed nor removed by another installation's calls", async () => {
    await running();
    const foreign: ServiceTag = { ...spec.tag, installation: brandId(randomUUID()) };
    expect(await driver.observe(foreign, signal)).toBeNull();
    expect(await driver.list(foreign.installation, signal)).toEqual([]);
    expect(await faultOf(driver.resize({ ...spec, tag: foreign }, signal))).toBe('not_found');
    expect(await faultOf(driver.setAllowlist({ ...spec, tag: foreign }, signal))).toBe('not_found');
    await expect(driver.create({ ...spec, tag: foreign }, signal)).rejects.toThrow('does not list it as ours');
    expect(await driver.remove(foreign, signal)).toBe(true);
    expect(fake.state.droplets).toHaveLength(1);
  });

  it('moves to another plan with its volume, which grows while the machine is off', async () => {
    await running();
    const larger = { ...specOf('digitalocean', 'fra1', 'professional'), tag: spec.tag };
    const asked = await faultOf(driver.resize(larger, signal));
    expect(asked).toBe('transient');
    await expect(driver.resize(larger, signal)).rejects.toThrow('The machine is shutting down.');
    await until(() => driver.resize(larger, signal));
    fake.now += 60_000;
    expect(await driver.observe(spec.tag, signal)).toMatchObject({
      ...{ state: 'running', size: { memoryMib: 16_384, cpus: 4, diskGib: 100 } },
    });
    const changes = fake.calls.filter((call) => call.startsWith('act_on'));
    expect(changes).toEqual(
      ['shutdown', 'resize', 'resize', 'power_on'].map((type, index) => `act_on_${index === 2 ? 'volume' : 'droplet'} ${type}`),
    );
    await until(() => driver.resize(spec, signal));
    expect(fake.state.volumes).toMatchObject([{ sizeGib: 100 }]);
  });

  it('is switched off for a move if its system does not shut down within two minutes', async () => {
    await running();
    fake.ignoresShutdown = true;
    const begun = fake.now;
    await until(() => driver.resize({ ...specOf('digitalocean', 'fra1', 'business'), tag: spec.tag }, signal));
    expect(fake.now - begun).toBeGreaterThan(120_000);
    expect(fake.calls.filter((call) => call === 'act_on_droplet power_off')).toHaveLength(1);
  });

  it('runs in its previous plan again if the cloud has too little room for the other', async () => {
    await running();
    fake.faults.push({ label: 'act_on_droplet resize', nth: 1, fault: 'capacity' });
    const larger = { ...specOf('digitalocean', 'fra1', 'professional'), tag: spec.tag };
    await expect(until(() => driver.resize(larger, signal))).rejects.toMatchObject({
      fault: 'capacity',
      message: expect.stringContaining('g-4vcpu-16gb'),
    });
    await until(() => driver.resize(spec, signal));
    fake.now += 60_000;
    expect(await driver.observe(spec.tag, signal)).toMatchObject({ state: 'running', size: { memoryMib: 4096 } });
  });

  it('accepts clients from its allowlist and from this server only, in one change', async () => {
    await running();
    const narrow = { ...spec, allowlist: ['203.0.113.0/24', '2001:db8::1'] };
    await driver.setAllowlist(narrow, signal);
    await driver.setAllowlist(narrow, signal);
    const addresses = ['203.0.113.0/24', '2001:db8::1/128', '198.51.100.7/32'];
    expect(fake.state.firewalls).toMatchObject([{ inbound: [{ ports: '5432', sources: { addresses } }] }]);
    expect(fake.calls.filter((call) => call === 'update_firewall')).toHaveLength(1);
    expect(await driver.reasonAgainstAllowlist(spec.tag, 'postgres', signal)).toBeNull();
    expect(await driverFor({}, []).reasonAgainstAllowlist(spec.tag, 'postgres', signal)).toContain('lock this server out');
  });

  it('leaves nothing when it is removed, and says so only then', async () => {
    await running();
    const answers: boolean[] = [];
    for (let look = 0; look < 6; look += 1) {
      answers.push(await until(() => driver.remove(spec.tag, signal)));
      fake.now += 3000;
    }
    expect(answers).toEqual([false, false, false, true, true, true]);
    const { droplets, volumes, firewalls } = fake.state;
    expect([...droplets, ...volumes, ...firewalls]).toEqual([]);
    expect(await driver.observe(spec.tag, signal)).toBeNull();
  });

  it('is waited for, in a sentence, if its machine was deleted by hand', async () => {
    await running();
    fake.state.droplets = [];
    for (const volume of fake.state.volumes) volume.droplet = null;
    await expect(driver.observe(spec.tag, signal)).rejects.toMatchObject({
      ...{ fault: 'transient', message: expect.stringContaining('lists no machine for this service') },
    });
  });

  it('is found by its volume, and removed, if the tags of its machine were removed by hand', async () => {
    await running();
    for (const droplet of fake.state.droplets) droplet.tags = [];
    expect(await driver.observe(spec.tag, signal)).toMatchObject({ state: 'running', ports: [] });
    await driver.remove(spec.tag, signal);
    fake.now += 10_000;
    expect(await driver.remove(spec.tag, signal)).toBe(false);
    expect(fake.holdings()).toEqual([]);
  });

  it('says what a machine on a cloud does not have', async () => {
    await running();
    const refused = { fault: 'invalid', code: 'not_offered', message: expect.stringContaining('DigitalOcean') };
    await expect(driver.replaceCertificate(spec, signal)).rejects.toMatchObject(refused);
    await expect(driver.logs(spec.tag, signal)).rejects.toMatchObject(refused);
    const copy = driver.copyData(spec.tag, { hold: 'pause', around: (copyAll) => copyAll() }, signal);
    await expect(copy[Symbol.asyncIterator]().next()).rejects.toMatchObject(refused);
  });

  it('is found among more things than one page has', async () => {
    await running();
    const [volume] = fake.state.volumes;
    if (volume === undefined) throw new Error('There is a volume.');
    const others = Array.from({ length: 450 }, (_, index) => ({ ...volume, id: randomUUID(), name: `other-${index}`, tags: [] }));
    fake.state.volumes = [...others, volume];
    fake.state.droplets = [];
    fake.state.firewalls = [];
    expect(await driver.list(spec.tag.installation, signal)).toEqual([spec.tag]);
    expect(fake.calls.filter((call) => call === 'list_volumes').length).toBeGreaterThan(3);
  });
});

describe('an account of DigitalOcean', () => {
  it('is refused with a sentence of what to do', async () => {
    fake.isRevoked = true;
    await expect(driver.check(signal)).rejects.toMatchObject({ fault: 'auth', message: expect.stringContaining('DIGITALOCEAN_TOKEN') });
  });

  it.each(scopeQuestions.map(({ scope }) => scope))('whose token lacks %s is named by a check that changes nothing', async (scope) => {
    await running();
    const before = structuredClone(fake.state);
    fake.denied.add(scope);
    await expect(driver.check(signal)).rejects.toMatchObject({
      ...{ fault: 'auth', message: `The DigitalOcean token lacks the permission ${scope}. Create a token that has it.` },
    });
    expect(fake.state).toEqual(before);
  });

  it('has all scopes, lacks several, or can not be checked now', async () => {
    await driver.check(signal);
    for (const scope of ['droplet:create', 'tag:create']) fake.denied.add(scope);
    await expect(driver.check(signal)).rejects.toThrow('lacks the permissions droplet:create, tag:create. Create a token that has them.');
    fake.faults.push({ label: 'list_volumes', nth: 3, fault: 'throttled' });
    await expect(driver.check(signal)).rejects.toMatchObject({ fault: 'throttled' });
  });

  it('needs no scope that the check does not ask for', async () => {
    const asked = new Set<string>();
    const { has } = fake.denied;
    fake.denied.has = (scope) => {
      asked.add(scope);
      return has.call(fake.denied, scope);
    };
    await running();
    await until(() => driver.resize({ ...specOf('digitalocean', 'fra1', 'professional'), tag: spec.tag }, signal));
    await driver.setAllowlist({ ...spec, allowlist: ['203.0.113.0/24'] }, signal);
    for (let look = 0; look < 8; look += 1) {
      await driver.remove(spec.tag, signal).catch(() => false);
      fake.now += 5000;
    }
    expect(asked.size).toBeGreaterThan(8);
    expect([...asked].filter((scope) => !scopeQuestions.some((question) => question.scope === scope))).toEqual([]);
  });

  it.each([
    [403, 'forbidden', 'You are not authorized to perform this operation', {}, 'auth', 'lacks the permission droplet:read'],
    [429, 'too_many_requests', 'API Rate limit exceeded.', { 'retry-after': '29' }, 'throttled', 'limits how often'],
    [422, 'unprocessable_entity', 'this will exceed your droplet limit', {}, 'quota', 'has reached a limit'],
    [422, 'unprocessable_entity', 'Size is not available in this region.', {}, 'capacity', 'has no room'],
    [422, 'unprocessable_entity', 'Droplet already has a pending event.', {}, 'transient', 'still changing'],
    [422, 'unprocessable_entity', 'Name is not valid', {}, 'invalid', 'Name is not valid'],
    [503, 'service_unavailable', 'Server was unable to give you a response', {}, 'transient', 'internal error (503)'],
  ])('answers %i with "%s: %s"', async (status, id, message, headers, fault, sentence) => {
    const refuse = async () => new Response(JSON.stringify({ id, message }), { status, headers });
    const refused = driverFor({
      fetch: async (input, init) => (String(input).includes('/droplets?') ? refuse() : fake.account().fetch(input, init)),
    });
    await expect(refused.observe(spec.tag, signal)).rejects.toMatchObject({ fault, message: expect.stringContaining(sentence) });
  });

  it('is asked again only after its limit ended', async () => {
    fake.faults.push({ label: 'list_droplets', nth: 1, fault: 'throttled' });
    await expect(driver.observe(spec.tag, signal)).rejects.toMatchObject({ fault: 'throttled', retryAfterMs: 7000 });
  });

  it.each([
    ['no JSON', '<html>'],
    ['another form', '{"volumes":[{"id":7}]}'],
  ])('is not believed if it answers %s', async (_, body) => {
    const hostile = driverFor({ fetch: async () => new Response(body) });
    await expect(hostile.observe(spec.tag, signal)).rejects.toMatchObject({
      fault: 'transient',
      message: expect.stringContaining('unknown form'),
    });
  });

  it('is given up if its answer does not end', async () => {
    const endless = driverFor({
      fetch: async () => new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1_000_000)) })),
    });
    await expect(endless.observe(spec.tag, signal)).rejects.toThrow('too long');
  });

  it('is given up if its list does not end', async () => {
    const page = { volumes: [], links: { pages: { next: 'https://api.digitalocean.com/v2/volumes?page=2' } } };
    const endless = driverFor({ fetch: async () => new Response(JSON.stringify(page)) });
    await expect(endless.observe(spec.tag, signal)).rejects.toThrow('without an end');
  });

  it('is asked over HTTP, where connections that are cut and callers that give up end the call', async () => {
    const { endpoint, close } = await fake.listen();
    const overHttp = driverFor({ endpoint, fetch: globalThis.fetch });
    fake.faults.push({ label: 'create_volume', nth: 1, fault: 'cut_after_commit' });
    expect(await faultOf(overHttp.create(spec, signal))).toBe('transient');
    expect(await overHttp.create(spec, signal)).toMatchObject({ state: 'creating' });
    expect([fake.state.volumes.length, fake.state.droplets.length]).toEqual([1, 1]);
    await expect(overHttp.observe(spec.tag, AbortSignal.abort(new Error('gave up')))).rejects.toThrow('gave up');
    await close();
    expect(await faultOf(overHttp.observe(spec.tag, signal))).toBe('transient');
  });
});
