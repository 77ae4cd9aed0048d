import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brandId, type DataOrigin, type ServiceSpec, type ServiceTag, solutions } from '@notafter/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeEngine, startFakeEngine } from '../testing/fake-engine.ts';
import { createTestDriver } from '../testing/test-driver.ts';

const { signal } = new AbortController();
const tag: ServiceTag = { installation: brandId(randomUUID()), service: brandId(randomUUID()) };
const spec: ServiceSpec = {
  ...{ tag, solution: 'postgres', region: 'local', machineType: null },
  size: { memoryMib: 512, cpus: 1, diskGib: 1 },
  ports: [{ name: 'native', port: 31_999 }],
  credentials: { user: 'postgres', password: 'secret' },
  certificate: { certificate: 'c', key: 'k', authority: 'a' },
  allowlist: [],
};

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'notafter-local-'));
  await chmod(directory, 0o755);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe('without a container engine', () => {
  it('runs PostgreSQL as a process, and says in a sentence why not the others', async () => {
    const { solutions: support } = await createTestDriver({ directory, dockerHost: null }).survey(signal);
    expect(support.postgres).toMatchObject({ runs: true, by: 'process' });
    expect(support.grafana).toEqual({
      runs: false,
      reason: 'Grafana runs in a container only. No container engine is installed: install Docker or Podman, or set DOCKER_HOST.',
    });
  });

  it('reserves ports that processes can open', async () => {
    const ports = await createTestDriver({ directory, dockerHost: null }).reservePorts('rabbitmq', signal);
    expect(ports.map(({ name }) => name)).toEqual(solutions.rabbitmq.ports.map(({ name }) => name));
    for (const { port } of ports) expect(port).toBeGreaterThan(1023);
  });
});

it.each([true, false])('advises nobody to install an engine for a solution that runs nowhere (engine: %s)', async (hasEngine) => {
  const engine = hasEngine ? await startFakeEngine(join(directory, 'engine.sock')) : null;
  const sockets = engine === null ? [] : [engine.path];
  const { solutions: support } = await createTestDriver({ directory, dockerHost: null, sockets }).survey(signal);
  expect(support.loki).toEqual({ runs: false, reason: "Notafter can't run Loki. It has no sign-in." });
  await engine?.close();
});

describe('with a DOCKER_HOST that does not answer', () => {
  it.each([
    ['unix:///nowhere/docker.sock', 'The container engine on /nowhere/docker.sock does not answer.'],
    ['tcp://127.0.0.1:2375', 'DOCKER_HOST must be a Unix socket such as unix:///run/podman/podman.sock.'],
  ])('runs nothing, processes included: %s', async (dockerHost, reason) => {
    const driver = createTestDriver({ directory, dockerHost });
    const { solutions: support } = await driver.survey(signal);
    for (const found of Object.values(support)) expect(found).toEqual({ runs: false, reason });
    await expect(driver.create(spec, signal)).rejects.toMatchObject({ fault: 'transient', message: reason });
    await expect(driver.list(tag.installation, signal)).rejects.toMatchObject({ fault: 'transient' });
  });
});

describe('with an engine that goes away', () => {
  let engine: FakeEngine;
  beforeEach(async () => {
    engine = await startFakeEngine(join(directory, 'engine.sock'));
  });
  afterEach(() => engine.close());

  it('neither takes its services for absent nor makes them again as processes', async () => {
    engine.answer('POST /containers/create', 500, { message: 'something broke' });
    const driver = createTestDriver({ directory, dockerHost: null, sockets: [engine.path] });
    await expect(driver.create(spec, signal)).rejects.toMatchObject({
      fault: 'transient',
      message: expect.stringContaining('something broke'),
    });
    await engine.close();
    await rm(engine.path, { force: true });
    for (const call of [() => driver.create(spec, signal), () => driver.observe(tag, signal), () => driver.remove(tag, signal)]) {
      await expect(call()).rejects.toMatchObject({ fault: 'transient' });
    }
    await expect(driver.list(tag.installation, signal)).rejects.toMatchObject({ fault: 'transient' });
    expect((await readdir(join(directory, 'services'))).filter((name) => name.includes(tag.service))).toEqual([]);
  });

  it.each([
    ['driver failed: Bind for 127.0.0.1:31999 failed: port is already allocated', 'port_taken'],
    ['listen tcp4 127.0.0.1:31999: bind: address already in use', 'port_taken'],
    ['mkdir /data: no space left on device', 'capacity'],
  ])('calls %j at a start %s, and removes a container that never ran only for another port', async (message, fault) => {
    engine.answer(/^POST \/containers\/[^/]+\/start/, 500, { message });
    const driver = createTestDriver({ directory, dockerHost: null, sockets: [engine.path] });
    await expect(driver.create(spec, signal)).rejects.toMatchObject({ fault });
    const removed = engine.asked.filter((line) => line.startsWith('DELETE '));
    expect(removed.some((line) => line.startsWith('DELETE /containers/'))).toBe(fault === 'port_taken');
  });

  it('restores no backup of a RabbitMQ process in a container, where it would find none of its data', async () => {
    const driver = createTestDriver({ directory, dockerHost: null, sockets: [engine.path] });
    const origin: DataOrigin = {
      ...{ engine: '3.10.8', by: 'process' },
      open: () => {
        throw new Error('It is not read.');
      },
    };
    await expect(driver.create({ ...spec, solution: 'rabbitmq' }, signal, origin)).rejects.toMatchObject({
      fault: 'invalid',
      message: expect.stringContaining('RabbitMQ names its data after its node'),
    });
    expect(engine.asked.filter((line) => line.startsWith('POST '))).toEqual([]);
  });

  it('names the setting of the engine when it has no address range left', async () => {
    const message = 'could not find an available, non-overlapping IPv4 address pool among the defaults';
    engine.answer('POST /networks/create', 403, { message });
    const driver = createTestDriver({ directory, dockerHost: null, sockets: [engine.path] });
    await expect(driver.create(spec, signal)).rejects.toMatchObject({
      fault: 'capacity',
      message: expect.stringContaining('default-address-pools'),
    });
  });

  it('gives up on an answer without an end', async () => {
    engine.answer('GET /containers/json', 200, 'x'.repeat(5 * 1024 * 1024));
    const driver = createTestDriver({ directory, dockerHost: `unix://${engine.path}` });
    await expect(driver.list(tag.installation, signal)).rejects.toThrow('too long');
  });
});
