import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brandId, type CloudDriver, ProviderError, type ServiceSpec, type ServiceTag } from '@notafter/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { driverOn } from '../../testing/clouds/driver-on.ts';
import { createGcpFake, type GcpFake } from '../../testing/clouds/gcp/gcp-fake.ts';
import { TOKEN_URL, testKey } from '../../testing/clouds/gcp/gcp-token.ts';
import { settle } from '../../testing/clouds/settle.ts';
import { specOf } from '../../testing/clouds/spec.ts';
import { createGcpCloud } from './gcp-cloud.ts';
import { type GcpAccount, GOOGLE_TOKEN_URL, parseGcpKey } from './gcp-key.ts';
import { startupScript } from './gcp-machine.ts';
import { gcpPermissions } from './gcp-permissions.ts';
import { zoneFor } from './gcp-resources.ts';

const { signal } = new AbortController();
let fake: GcpFake;
let driver: CloudDriver;
let spec: ServiceSpec;

const driverFor = (changes: Partial<GcpAccount> = {}, ownAddresses = ['198.51.100.7']): CloudDriver =>
  driverOn(createGcpCloud(fake.account(changes)), ownAddresses);
const until = <Result>(call: () => Promise<Result>): Promise<Result> => settle(fake, call);
const running = async (): Promise<void> => {
  await until(() => driver.create(spec, signal));
  fake.now += 60_000;
};
const larger = (): ServiceSpec => ({ ...specOf('gcp', 'europe-west3', 'professional'), tag: spec.tag });
const callsOf = (label: string): number => fake.calls.filter((call) => call === label).length;
const only = <Item>([item]: readonly Item[]): Item => {
  if (item === undefined) throw new Error('There is one.');
  return item;
};

beforeEach(() => {
  fake = createGcpFake();
  driver = driverFor();
  spec = specOf('gcp', 'europe-west3', 'hobbyist');
});
afterEach(() => {
  expect(fake.undocumented).toEqual([]);
});

describe('a service on Google Cloud', () => {
  it('is one instance with a disk, an address that it keeps, and a firewall that is there first', async () => {
    await running();
    expect(await driver.observe(spec.tag, signal)).toMatchObject({
      ...{ by: 'machine', state: 'running', host: expect.stringMatching(/^203\.0\.113\./), ports: [{ name: 'native', port: 5432 }] },
      size: { memoryMib: 4096, cpus: 2, diskGib: 60 },
    });
    const changes = fake.calls.filter((call) => call.startsWith('insert_'));
    expect(changes.slice(0, 3)).toEqual(['insert_disk', 'insert_firewall', 'insert_firewall']);
    expect(changes.slice(3)).toEqual(['insert_address', 'insert_instance']);
    const { name, networkTags, metadata, path } = only(fake.state.instances);
    expect(metadata).toMatchObject({
      ...{ 'user-data': '#cloud-config\n# /dev/disk/by-id/google-notafter-data\n', 'startup-script': startupScript },
      ...{ 'block-project-ssh-keys': 'TRUE', 'enable-oslogin': 'FALSE', 'serial-port-enable': 'FALSE' },
    });
    expect(fake.state.disks).toMatchObject([{ sizeGb: 60, user: path }]);
    const rules = fake.state.rules.toSorted((one, other) => one.priority - other.priority);
    expect(rules).toMatchObject([
      { isDeny: false, ports: ['5432'], ranges: ['0.0.0.0/0'], targetTags: networkTags },
      { isDeny: true, ranges: ['0.0.0.0/0'], targetTags: [name] },
    ]);
  });

  it('is created once, however often and by however many it is asked for', async () => {
    await Promise.allSettled([1, 2, 3].map(() => driverFor().create(spec, signal)));
    await running();
    await driver.create(spec, signal);
    expect([fake.mostAtOnce, fake.state.instances.length, fake.state.disks.length, fake.state.rules.length]).toEqual([1, 1, 1, 2]);
    expect(await driverFor().list(spec.tag.installation, signal)).toEqual([spec.tag]);
  });

  it('is in one zone of its region, which its ID decides', () => {
    const zones = ['b', 'c', 'd'].map((letter) => `https://www.googleapis.com/zones/europe-west3-${letter}`);
    const tags = Array.from({ length: 60 }, (): ServiceTag => ({ installation: brandId(randomUUID()), service: brandId(randomUUID()) }));
    const chosen = tags.map((tag) => zoneFor(tag, { zones }));
    expect(tags.map((tag) => zoneFor(tag, { zones: zones.toReversed() }))).toEqual(chosen);
    expect([...new Set(chosen)].sort()).toEqual(['europe-west3-b', 'europe-west3-c', 'europe-west3-d']);
    expect(zoneFor(spec.tag, { zones: [] })).toBeNull();
  });

  it("is neither seen, changed nor removed by another installation's calls", async () => {
    await running();
    const foreign: ServiceTag = { ...spec.tag, installation: brandId(randomUUID()) };
    expect(await driver.observe(foreign, signal)).toBeNull();
    expect(await driver.list(foreign.installation, signal)).toEqual([]);
    await expect(driver.resize({ ...spec, tag: foreign }, signal)).rejects.toMatchObject({ fault: 'not_found' });
    await expect(driver.create({ ...spec, tag: foreign }, signal)).rejects.toThrow('does not list it as ours');
    expect(await driver.remove(foreign, signal)).toBe(true);
    expect(fake.state.instances).toHaveLength(1);
  });

  it('keeps its address and its disk when it moves to another plan', async () => {
    await running();
    const host = (await driver.observe(spec.tag, signal))?.host;
    await until(() => driver.resize(larger(), signal));
    const size = { memoryMib: 16_384, cpus: 4, diskGib: 100 };
    expect(await driver.observe(spec.tag, signal)).toMatchObject({ state: 'running', host, size });
    const changes = fake.calls.filter((call) => /^(?:stop|set|resize|start)_/.test(call));
    expect(changes).toEqual(['stop_instance', 'set_machine_type', 'resize_disk', 'start_instance']);
    await until(() => driver.resize(spec, signal));
    expect(fake.state.disks).toMatchObject([{ sizeGb: 100 }]);
  });

  it('runs in its previous plan again if the zone has too little room, which only the operation of its start shows', async () => {
    await running();
    fake.faults.push({ label: 'start_instance', nth: 1, fault: 'capacity' });
    await expect(until(() => driver.resize(larger(), signal))).rejects.toMatchObject({
      ...{ fault: 'capacity', code: 'ZONE_RESOURCE_POOL_EXHAUSTED' },
    });
    expect(callsOf('start_instance')).toBe(1);
    await until(() => driver.resize(spec, signal));
    expect(await driver.observe(spec.tag, signal)).toMatchObject({ state: 'running', size: { memoryMib: 4096 } });
  });

  it.each([
    ['capacity', 'has no room for this plan in this zone'],
    ['quota', 'has reached a quota'],
  ] as const)('is refused for lack of %s by the operation that creates it, and can be tried again', async (fault, sentence) => {
    fake.faults.push({ label: 'insert_instance', nth: 1, fault });
    await until(() => driver.create(spec, signal));
    fake.now += 15_000;
    await expect(driver.observe(spec.tag, signal)).rejects.toMatchObject({ fault, message: expect.stringContaining(sentence) });
    await expect(driverFor().create(spec, signal)).rejects.toMatchObject({ fault });
    expect(callsOf('insert_instance')).toBe(1);
    fake.now += 60_000;
    await running();
    expect(fake.truth().machines).toMatchObject([{ state: 'running' }]);
  });

  it('is not made while its disk can not be, and says why', async () => {
    fake.faults.push({ label: 'insert_disk', nth: 1, fault: 'capacity' });
    await expect(until(() => driver.create(spec, signal))).rejects.toMatchObject({ fault: 'capacity' });
    expect(fake.state.instances).toEqual([]);
  });

  it('accepts clients from IPv4 addresses of its allowlist and from this server only', async () => {
    await running();
    await until(() => driver.setAllowlist({ ...spec, allowlist: ['203.0.113.0/24', '2001:db8::1'] }, signal));
    fake.now += 5000;
    await driver.observe(spec.tag, signal);
    expect(fake.state.rules.find(({ isDeny }) => !isDeny)?.ranges).toEqual(['203.0.113.0/24', '198.51.100.7/32']);
    expect(callsOf('patch_firewall')).toBe(1);
    const unreachable = driverFor({}, ['2001:db8::7']).setAllowlist({ ...spec, allowlist: ['2001:db8::1'] }, signal);
    await expect(unreachable).rejects.toMatchObject({ fault: 'invalid', message: expect.stringContaining('IPv4 addresses only') });
  });

  it('does not take a change of its firewall for done while the list shows the rules of before', async () => {
    await running();
    const narrow = { ...spec, allowlist: ['203.0.113.0/24'] };
    await expect(driver.setAllowlist(narrow, signal)).rejects.toThrow('The firewall is changing.');
    await expect(driver.setAllowlist(spec, signal)).rejects.toThrow('The firewall is changing.');
    await until(() => driver.setAllowlist(spec, signal));
    fake.now += 5000;
    await driver.observe(spec.tag, signal);
    expect(fake.state.rules.find(({ isDeny }) => !isDeny)?.ranges).toEqual(['0.0.0.0/0']);
  });

  it.each(['allowing', 'denying'])('gets its %s rule back if it was deleted by hand', async (which) => {
    await running();
    fake.state.rules = fake.state.rules.filter(({ isDeny }) => isDeny === (which === 'allowing'));
    await until(() => driver.setAllowlist(spec, signal));
    expect(fake.state.rules).toHaveLength(2);
  });

  it('leaves nothing when it is removed, and says so only then', async () => {
    await running();
    const answers: boolean[] = [];
    for (let look = 0; look < 12; look += 1) {
      answers.push(await driver.remove(spec.tag, signal).catch(() => false));
      fake.now += 3000;
    }
    expect(answers.indexOf(true)).toBeGreaterThan(2);
    expect([answers.at(-1), fake.holdings()]).toEqual([true, []]);
    expect(callsOf('delete_instance')).toBe(1);
  });

  it('is found by its disk, and removed, if the labels of its machine were removed by hand', async () => {
    await running();
    only(fake.state.instances).labels = {};
    expect(await driver.observe(spec.tag, signal)).toMatchObject({ state: 'running', ports: [] });
    await driver.remove(spec.tag, signal);
    fake.now += 10_000;
    await driver.remove(spec.tag, signal);
    expect(fake.state.instances).toEqual([]);
  });

  it('gets its disk and its address back if they were taken off its machine by hand, and restarts', async () => {
    await running();
    only(fake.state.disks).user = null;
    only(fake.state.instances).natIp = null;
    await until(() => driver.create(spec, signal));
    fake.now += 5000;
    expect(await driver.observe(spec.tag, signal)).toMatchObject({ host: expect.stringMatching(/^203/) });
    expect(only(fake.state.disks).user).toBe(only(fake.state.instances).path);
    await driver.restart(spec.tag, signal);
    expect(callsOf('reset_instance')).toBe(1);
  });

  it('is found among more things than one page has', async () => {
    await running();
    fake.pageSize = 1;
    const other = { installation: spec.tag.installation, service: brandId<'service'>(randomUUID()) };
    await until(() => driver.create({ ...spec, tag: other }, signal));
    expect((await driver.list(spec.tag.installation, signal)).map(({ service }) => service).sort()).toEqual(
      [spec.tag.service, other.service].sort(),
    );
  });
});

describe('the first boot on Google Cloud', () => {
  it('installs cloud-init once, tries again while packages fail, and starts the machine again', () => {
    const folder = mkdtempSync(join(tmpdir(), 'startup-'));
    const program = (name: string, text: string): void => {
      writeFileSync(join(folder, name), `#!/bin/sh\necho "${name} $*" >>${folder}/log\n${text}\n`);
      chmodSync(join(folder, name), 0o755);
    };
    const log = () => readFileSync(join(folder, 'log'), 'utf8').trim().split('\n');
    const run = () => execFileSync('/bin/sh', ['-c', startupScript], { env: { ...process.env, PATH: folder } });
    try {
      program('apt-get', `[ -e ${folder}/tried ] || { : >${folder}/tried; exit 1; }`);
      program('sleep', '');
      program('systemctl', '');
      run();
      expect(log()).toEqual([
        ...['apt-get update', 'sleep 10', 'apt-get update', 'apt-get install -y --no-install-recommends cloud-init', 'systemctl reboot'],
      ]);
      program('cloud-init', '');
      run();
      expect(log()).toHaveLength(5);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('an account of Google Cloud', () => {
  it('signs for a token once, and again when it ends', async () => {
    await driver.check(signal);
    fake.now += 3_500_000;
    await driver.check(signal);
    fake.now += 100_000;
    await driver.check(signal);
    expect(callsOf('get_token')).toBe(2);
  });

  it('is refused with a sentence of what to do if its key is, and asks for another token after a refusal', async () => {
    await driver.check(signal);
    fake.isRevoked = true;
    const refused = { fault: 'auth', message: expect.stringContaining('GOOGLE_APPLICATION_CREDENTIALS') };
    await expect(driver.check(signal)).rejects.toMatchObject(refused);
    await expect(driver.check(signal)).rejects.toMatchObject(refused);
    fake.isRevoked = false;
    await driver.check(signal);
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    await expect(driverFor({ credentials: { key: JSON.stringify({ ...testKey, private_key: pem }) } }).check(signal)).rejects.toMatchObject(
      refused,
    );
    await expect(driverFor({ now: () => fake.now - 7_200_000 }).check(signal)).rejects.toMatchObject(refused);
  });

  it.each(gcpPermissions)('that lacks %s is named by the dry run', async (permission) => {
    fake.denied.add(permission);
    await expect(driver.check(signal)).rejects.toMatchObject({
      ...{ fault: 'auth', message: `The Google Cloud service account lacks the permission ${permission}. Give it a role that has it.` },
    });
  });

  it('needs no permission that the dry run does not ask for', async () => {
    const asked = new Set<string>();
    const { has } = fake.denied;
    fake.denied.has = (permission) => {
      asked.add(permission);
      return has.call(fake.denied, permission);
    };
    await running();
    await until(() => driver.resize(larger(), signal));
    await until(() => driver.setAllowlist({ ...larger(), allowlist: ['203.0.113.0/24'] }, signal));
    await driver.restart(spec.tag, signal);
    await driver.list(spec.tag.installation, signal);
    for (let look = 0; look < 12; look += 1) {
      await driver.remove(spec.tag, signal).catch(() => false);
      fake.now += 3000;
    }
    expect(asked.size).toBeGreaterThan(20);
    expect([...asked].filter((permission) => !gcpPermissions.includes(permission))).toEqual([]);
  });

  it('names the permission that a refusal names', async () => {
    fake.denied.add('compute.firewalls.create');
    await expect(until(() => driver.create(spec, signal))).rejects.toMatchObject({
      ...{ fault: 'auth', message: expect.stringContaining('lacks the permission compute.firewalls.create') },
    });
  });

  it.each([
    [403, 'quotaExceeded', "Quota 'CPUS' exceeded.", 'quota', 'has reached a quota'],
    [403, 'accessNotConfigured', 'Compute Engine API has not been used.', 'auth', 'is not enabled'],
    [403, 'forbidden', "Required 'compute.disks.use' permission for 'x'", 'auth', 'lacks the permission compute.disks.use'],
    [429, 'rateLimitExceeded', 'Slow down.', 'throttled', 'limits how often'],
    [503, 'backendError', 'Try later.', 'transient', 'internal error'],
    [400, 'resourceNotReady', 'Not ready.', 'transient', 'still changing'],
    [400, 'invalid', "Invalid value for field 'x'.", 'invalid', "Invalid value for field 'x'."],
  ])('answers %i %s "%s" with a sentence of what to do', async (status, reason, message, fault, sentence) => {
    const text = JSON.stringify({ error: { code: status, message, errors: [{ reason }] } });
    const refused = driverFor({
      fetch: async (input, init) =>
        String(input).includes('/aggregated/') ? new Response(text, { status }) : fake.account().fetch(input, init),
    });
    await expect(refused.observe(spec.tag, signal)).rejects.toMatchObject({ fault, message: expect.stringContaining(sentence) });
  });

  it('without a default network is asked to have one', async () => {
    fake.faults.push({ label: 'insert_firewall', nth: 1, fault: 'not_found' });
    await expect(until(() => driver.create(spec, signal))).rejects.toMatchObject({
      ...{ fault: 'invalid', message: expect.stringContaining('no network with the name default') },
    });
  });

  it.each([
    ['no JSON', '<html>', 'unknown form'],
    ['another form', '{"access_token":7}', 'unknown form'],
    ['a list without a zone', '{"access_token":"a","expires_in":9,"unreachables":["zones/us-east1-b"]}', 'could not list all'],
    [
      ...([
        'a zone that it could not list',
        '{"access_token":"a","expires_in":9,"items":{"zones/a":{"warning":{"code":"UNREACHABLE"}}}}',
      ] as const),
      'could not list all',
    ],
    ['a list without an end', '{"access_token":"a","expires_in":9,"items":{},"nextPageToken":"1"}', 'without an end'],
  ])('is not believed if it answers %s', async (_, body, sentence) => {
    const hostile = driverFor({ fetch: async () => new Response(body) });
    await expect(hostile.observe(spec.tag, signal)).rejects.toMatchObject({
      ...{ fault: 'transient', message: expect.stringContaining(sentence) },
    });
  });

  it('is asked over HTTP, where connections that are cut and callers that give up end the call', async () => {
    const { endpoint, close } = await fake.listen();
    const overHttp = driverFor({ endpoint, tokenUrl: `${endpoint}/token`, fetch: globalThis.fetch });
    fake.faults.push({ label: 'insert_disk', nth: 1, fault: 'cut_after_commit' });
    await expect(overHttp.create(spec, signal)).rejects.toMatchObject({ fault: 'transient' });
    await until(() => overHttp.create(spec, signal));
    expect([fake.state.disks.length, fake.state.instances.length]).toEqual([1, 1]);
    await expect(overHttp.observe(spec.tag, AbortSignal.abort(new Error('gave up')))).rejects.toThrow('gave up');
    await close();
    await expect(overHttp.observe(spec.tag, signal)).rejects.toMatchObject({ fault: 'transient' });
  });
});

describe('the key of a service account', () => {
  it('is read from the text of its file', () => {
    expect(parseGcpKey(JSON.stringify(testKey))).toMatchObject({ project: 'example-project', keyId: 'key-1' });
    expect(TOKEN_URL).toBe(GOOGLE_TOKEN_URL);
  });

  it('that is none refuses each call, and does not keep a driver from being made', async () => {
    const keyless = driverFor({ credentials: { key: JSON.stringify({ ...testKey, private_key: 'PRIVATE KEY' }) } });
    for (const call of [() => keyless.check(signal), () => keyless.observe(spec.tag, signal)])
      await expect(call()).rejects.toMatchObject({ fault: 'auth', message: expect.stringContaining('not a key of a Google Cloud') });
  });

  it.each([
    ['nothing', ''],
    ['no key', '{"type":"authorized_user"}'],
    ['a key that is none', JSON.stringify({ ...testKey, private_key: 'secret' })],
    ['a project that leads elsewhere', JSON.stringify({ ...testKey, project_id: '../../other' })],
  ])('is refused if the text has %s, without showing it', (_, text) => {
    expect(() => parseGcpKey(text)).toThrow(ProviderError);
    expect(() => parseGcpKey(text)).toThrow(/^This is not a key of a Google Cloud service account/);
  });
});
