import { randomUUID } from 'node:crypto';
import { brandId, type CloudDriver, type ServiceSpec } from '@notafter/domain';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createCertificateIssuer } from '../certificates/certificate-issuer.ts';
import { createServiceEngines } from '../engines/service-engines.ts';
import { createLocalDriver } from '../local/local-driver.ts';
import { describeConformance, type Subject } from '../testing/conformance.ts';
import { openContainerSubject } from '../testing/container-subject.ts';
import { type DockerDaemon, startDockerDaemon } from '../testing/docker-daemon.ts';
import { findTestPorts } from '../testing/free-ports.ts';
import { influxdb1Probe } from '../testing/influxdb1-probe.ts';
import { mysqlProbe } from '../testing/mysql-probe.ts';
import { postgresProbe } from '../testing/postgres-probe.ts';
import { rabbitmqProbe } from '../testing/rabbitmq-probe.ts';
import { repeatFirst } from '../testing/repeating-proxy.ts';
import { createTestDriver, openTestHome } from '../testing/test-driver.ts';

const { signal } = new AbortController();
const HOUR_MS = 3_600_000;
let daemon: DockerDaemon;
beforeAll(async () => {
  daemon = await startDockerDaemon();
});
afterAll(() => daemon.close());

describeConformance('in a container', () => openContainerSubject(daemon), postgresProbe);
describeConformance('in a container', () => openContainerSubject(daemon), mysqlProbe);
describeConformance('in a container', () => openContainerSubject(daemon), influxdb1Probe, { killsCallers: false });
describeConformance('in a container', () => openContainerSubject(daemon), rabbitmqProbe, { killsCallers: false });

describe('a container', () => {
  let subject: Subject;
  let driver: CloudDriver;
  let spec: ServiceSpec;
  beforeEach(async () => {
    subject = await openContainerSubject(daemon);
    driver = createTestDriver(subject.place);
    const issuer = createCertificateIssuer();
    const validity = { notBefore: new Date(Date.now() - HOUR_MS), notAfter: new Date(Date.now() + HOUR_MS) };
    const authority = await issuer.createAuthority('Containers', validity);
    spec = {
      tag: { installation: brandId(randomUUID()), service: brandId(randomUUID()) },
      ...{ solution: 'postgres', region: 'local', machineType: null, size: { memoryMib: 512, cpus: 1, diskGib: 1 } },
      ports: await findTestPorts('postgres'),
      credentials: { user: 'postgres', password: 'a secret of the test' },
      certificate: { ...(await issuer.issue(authority, { names: ['127.0.0.1'], ...validity })), authority: authority.certificate },
      allowlist: [],
    };
  });
  afterEach(async () => {
    await driver.remove(spec.tag, signal);
    expect(await subject.leftovers(spec.tag)).toEqual([]);
    await subject.close();
  });

  const result = async (): Promise<string> => {
    const { solution, ports, credentials, certificate } = spec;
    const { authority } = certificate;
    const access = { solution, host: '127.0.0.1', ports, servername: '127.0.0.1', authority, ...credentials };
    return (await createServiceEngines().signIn(access, signal)).result;
  };

  it('has its limits in force, shows neither password nor key, and is started again when somebody stops it', async () => {
    await driver.create(spec, signal);
    const path = `/containers/notafter-${spec.tag.service}/json`;
    const { bytes } = await daemon.socket.request({ method: 'GET', path, signal });
    expect(bytes.toString()).not.toContain(spec.credentials.password);
    expect(bytes.toString()).not.toContain('PRIVATE KEY');
    const shown = z.object({
      HostConfig: z.object({ Memory: z.int(), MemorySwap: z.int(), NanoCpus: z.int(), CapAdd: z.array(z.string()) }),
    });
    expect(shown.parse(JSON.parse(bytes.toString())).HostConfig).toMatchObject({
      ...{ Memory: 512 * 1024 * 1024, MemorySwap: 512 * 1024 * 1024, NanoCpus: 1e9 },
    });
    await expect.poll(result, { interval: 250 }).toBe('signed_in');
    await daemon.socket.request({ method: 'POST', path: path.replace('/json', '/stop'), signal });
    await driver.observe(spec.tag, signal);
    await expect.poll(result, { interval: 250 }).toBe('signed_in');
  });

  it('is made once and comes back when the engine is killed', async () => {
    const creating = driver.create(spec, signal).catch((error: unknown) => error);
    await expect.poll(() => subject.enginesOf(spec.tag), { interval: 10 }).toHaveLength(1);
    await daemon.kill();
    await creating;
    await expect(driver.observe(spec.tag, signal)).rejects.toMatchObject({ fault: 'transient' });
    await daemon.restart();
    await driver.create(spec, signal);
    await expect.poll(result, { interval: 250 }).toBe('signed_in');
    await daemon.kill();
    await daemon.restart();
    await expect.poll(result, { interval: 250 }).toBe('signed_in');
    expect(await subject.enginesOf(spec.tag)).toHaveLength(1);
  });

  it('is asked for again if the engine still creates it for a process that was killed', async () => {
    const repeating = await repeatFirst(daemon.socket.path, '/containers/create');
    const place = { ...subject.place, dockerHost: `unix://${repeating.path}` };
    await expect(createTestDriver(place).create(spec, signal)).rejects.toMatchObject({
      fault: 'transient',
      message: expect.stringContaining('still does what it was asked before'),
    });
    await repeating.close();
    await driver.create(spec, signal);
    await expect.poll(result, { interval: 250 }).toBe('signed_in');
    expect(await subject.enginesOf(spec.tag)).toHaveLength(1);
  });

  it('is refused with advice if its image is neither here nor in a registry', async () => {
    const image = { image: 'notafter-test/absent:1', version: '1', uid: 999, data: '/data' };
    const other = createLocalDriver({
      ...{ address: '127.0.0.1', maxMemoryMib: null, dockerHost: daemon.host, images: { postgres: image } },
      ...{ directory: subject.place.directory, processHome: () => openTestHome(subject.place.directory) },
    });
    await expect(other.create(spec, signal)).rejects.toMatchObject({
      fault: 'invalid',
      message: expect.stringMatching(/notafter-test\/absent:1 is not on this server and can't be pulled .*docker load.*SERVICES_IMAGES/s),
    });
  });
});
