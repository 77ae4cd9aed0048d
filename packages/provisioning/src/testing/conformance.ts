import { randomUUID, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import {
  brandId,
  type CloudDriver,
  type EngineAccess,
  type InstallationId,
  type KeyAndCertificate,
  ProviderError,
  type ServicePort,
  type ServiceSize,
  type ServiceSpec,
  type ServiceTag,
  solutions,
} from '@notafter/domain';
import { createDirectProbe } from '@notafter/tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCertificateIssuer } from '../certificates/certificate-issuer.ts';
import { createServiceEngines } from '../engines/service-engines.ts';
import { untilItPasses } from './clouds/settle.ts';
import type { EngineProbe } from './engine-probe.ts';
import { findTestPorts } from './free-ports.ts';
import { callAndKill } from './killed-caller.ts';
import { createTestDriver, type DriverPlace } from './test-driver.ts';

const HOUR_MS = 3_600_000;
const FIRST_PASSWORD = "first 'password' \"$(id)\\";
const SMALL: ServiceSize = { memoryMib: 640, cpus: 1, diskGib: 1 };
const LARGER: ServiceSize = { ...SMALL, memoryMib: 768 };

export interface Subject {
  readonly place: DriverPlace;
  /** Every process or container that is the engine of a service. */
  enginesOf(tag: ServiceTag): Promise<readonly string[]>;
  /** Everything on the machine that belongs to a service: processes, files, containers, volumes, networks. */
  leftovers(tag: ServiceTag): Promise<readonly string[]>;
  /** Kills the engine as the kernel would. */
  killEngine(tag: ServiceTag): Promise<void>;
  /** Freezes the engine, as a copy whose process and guard were killed leaves it. */
  freezeEngine(tag: ServiceTag): Promise<void>;
  close(): Promise<void>;
}

const issuer = createCertificateIssuer();
const engines = createServiceEngines();
const probe = createDirectProbe({ dnsServers: [], targetAllow: ['127.0.0.0/8'], crlCheck: false });
const { signal } = new AbortController();

/** The promises of `CloudDriver`, on a real machine with a real engine. */
export const describeConformance = (
  name: string,
  open: () => Promise<Subject>,
  { solution, addRow, countRows }: EngineProbe,
  // A killed caller leaves the same with each engine that runs in this way, so one or two prove it.
  { killsCallers = true }: { readonly killsCallers?: boolean } = {},
): void => {
  describe(`${solutions[solution].name} ${name}`, () => {
    const installation: InstallationId = brandId(randomUUID());
    const tag: ServiceTag = { installation, service: brandId(randomUUID()) };
    let subject: Subject;
    let driver: CloudDriver;
    let authority: KeyAndCertificate;
    let spec: ServiceSpec;

    const validity = { notBefore: new Date(Date.now() - HOUR_MS), notAfter: new Date(Date.now() + HOUR_MS) };
    const issue = async () => ({
      ...(await issuer.issue(authority, { names: ['db.example.test', '127.0.0.1'], ...validity })),
      authority: authority.certificate,
    });
    const access = (password = FIRST_PASSWORD): EngineAccess => ({
      ...{ solution, host: '127.0.0.1', ports: spec.ports, servername: 'db.example.test', authority: authority.certificate },
      ...{ user: spec.credentials.user, password },
    });
    const signIn = async (password?: string): Promise<string> => (await engines.signIn(access(password), signal)).result;
    const untilUp = () => expect.poll(() => engines.signIn(access(), signal), { interval: 250 }).toMatchObject({ result: 'signed_in' });
    /** The SHA-256 fingerprint of the certificate on its first port; null if it serves none. */
    const served = async (): Promise<string | null> => {
      const [port] = spec.ports;
      const { protocol } = solutions[solution].ports[0];
      const found = await probe({ host: '127.0.0.1', port: port?.port ?? 0, servername: 'db.example.test', protocol });
      return found.kind === 'served' ? (found.chain[0]?.fingerprint256 ?? null) : null;
    };
    const observed = () => driver.observe(tag, signal);

    beforeAll(async () => {
      subject = await open();
      driver = createTestDriver(subject.place);
      authority = await issuer.createAuthority('Conformance', validity);
      spec = {
        ...{ tag, solution, region: 'local', size: SMALL, machineType: null },
        ports: await findTestPorts(solution),
        credentials: { user: solutions[solution].defaultUser ?? 'admin', password: FIRST_PASSWORD },
        certificate: await issue(),
        allowlist: [],
      };
    });
    afterAll(async () => {
      await driver.remove(tag, signal);
      await subject.close();
    });

    it('is offered by the survey, with its version', async () => {
      const { solutions: support, capacity } = await driver.survey(signal);
      expect(support[solution]).toMatchObject({ runs: true, version: expect.stringMatching(/\d/) });
      expect(capacity?.memoryMib).toBeGreaterThan(SMALL.memoryMib);
    });

    it('gets free ports, never the same for two services', async () => {
      const reserved = await Promise.all([1, 2, 3].map(() => driver.reservePorts(solution, signal)));
      const ports = [spec.ports, ...reserved].flatMap((list: readonly ServicePort[]) => list.map(({ port }) => port));
      expect(new Set(ports).size).toBe(ports.length);
    });

    it('does not exist before it is created', async () => {
      expect(await observed()).toBeNull();
      expect(await driver.list(installation, signal)).toEqual([]);
      expect(await driver.remove(tag, signal)).toBe(true);
    });

    it('is refused with port_taken, and leaves nothing, if another program has its port', async () => {
      const other = createServer().listen(spec.ports[0]?.port, '127.0.0.1');
      await once(other, 'listening');
      await expect(driver.create(spec, signal)).rejects.toSatisfy(
        (error: unknown) => error instanceof ProviderError && error.fault === 'port_taken',
      );
      other.close();
      await driver.remove(tag, signal);
      expect(await subject.leftovers(tag)).toEqual([]);
    });

    it('is created once, however often it is asked for at once and by whom', async () => {
      const instances = await Promise.all([driver, createTestDriver(subject.place), driver].map((one) => one.create(spec, signal)));
      for (const instance of instances) {
        expect(instance).toMatchObject({ tag, host: '127.0.0.1', ports: spec.ports, size: SMALL, problem: null, restarts: 0 });
        expect(['creating', 'starting', 'running']).toContain(instance.state);
      }
      await untilUp();
      expect(await observed()).toMatchObject({ state: 'running', restarts: 0, outOfMemory: false });
      expect(await driver.list(installation, signal)).toEqual([tag]);
    });

    it('says its version, and refuses a wrong password', async () => {
      expect(await engines.signIn(access(), signal)).toMatchObject({ result: 'signed_in', version: expect.stringMatching(/\d+\.\d+/) });
      expect(await engines.signIn(access('wrong'), signal)).toMatchObject({ result: 'refused', reason: expect.stringMatching(/\w/) });
    });

    it('is unavailable to a client that expects another name, or another CA', async () => {
      const otherName = { ...access(), servername: 'other.example.test' };
      expect(await engines.signIn(otherName, signal)).toMatchObject({
        result: 'unavailable',
        reason: expect.stringContaining('certificate'),
      });
      const otherAuthority = { ...access(), authority: (await issuer.createAuthority('Other', validity)).certificate };
      expect(await engines.signIn(otherAuthority, signal)).toMatchObject({ result: 'unavailable' });
    });

    it('is found by a driver that knows nothing of its creation', async () => {
      const other = createTestDriver(subject.place);
      // Others write to this disk meanwhile.
      const before = { ...(await observed()), diskFreeMib: expect.any(Number) };
      expect(await other.observe(tag, signal)).toEqual(before);
      expect(await other.create(spec, signal)).toEqual(before);
    });

    it("is neither seen, changed nor removed by another installation's calls", async () => {
      const foreign: ServiceTag = { ...tag, installation: brandId(randomUUID()) };
      expect(await driver.observe(foreign, signal)).toBeNull();
      expect(await driver.list(foreign.installation, signal)).toEqual([]);
      expect(await driver.logs(foreign, signal)).toBe('');
      await expect(driver.create({ ...spec, tag: foreign }, signal)).rejects.toMatchObject({ fault: 'conflict' });
      await expect(driver.resize({ ...spec, tag: foreign, size: LARGER }, signal)).rejects.toMatchObject({ fault: 'not_found' });
      await expect(driver.restart(foreign, signal)).rejects.toMatchObject({ fault: 'not_found' });
      expect(await driver.remove(foreign, signal)).toBe(true);
      expect(await signIn()).toBe('signed_in');
    });

    it('keeps its rows and its port when it is resized, and again when nothing is left to do', async () => {
      await addRow(access());
      expect(await driver.resize({ ...spec, size: LARGER }, signal)).toMatchObject({ size: LARGER, ports: spec.ports });
      await untilUp();
      expect(await countRows(access())).toBe(1);
      expect(await driver.resize({ ...spec, size: LARGER }, signal)).toMatchObject({ size: LARGER, state: 'running' });
      expect(await observed()).toMatchObject({ size: LARGER, restarts: 0 });
    });

    it('stays as it is when its data would not fit into the smaller disk', async () => {
      const before = await observed();
      const tooSmall = { ...LARGER, diskGib: 0.0001 };
      await expect(driver.resize({ ...spec, size: tooSmall }, signal)).rejects.toMatchObject({
        fault: 'invalid',
        message: expect.stringMatching(/^The data takes \d+ MiB, and the disk of the plan has 0.0001 GiB\.$/),
      });
      expect(await observed()).toMatchObject({ state: 'running', size: LARGER, restarts: before?.restarts });
      expect(await signIn()).toBe('signed_in');
    });

    it('takes a new password, more than once, and then refuses the old one', async () => {
      await engines.setPassword(access(), 'second', signal);
      await engines.setPassword(access('second'), 'second', signal);
      expect([await signIn(), await signIn('second')]).toEqual(['refused', 'signed_in']);
      await expect(engines.setPassword(access('wrong'), 'third', signal)).rejects.toMatchObject({ fault: 'auth' });
      await engines.setPassword(access('second'), FIRST_PASSWORD, signal);
      await untilUp();
    });

    it('comes back with its rows after its engine was killed, and counts that', async () => {
      await subject.killEngine(tag);
      await expect.poll(async () => (await observed())?.restarts, { interval: 500 }).toBe(1);
      await untilUp();
      expect(await countRows(access())).toBe(1);
    });

    it('serves a new certificate once its engine was asked to, with its rows', async () => {
      const renewed = { ...spec, certificate: await issue() };
      const wanted = new X509Certificate(renewed.certificate.certificate).fingerprint256;
      expect(await served()).not.toBe(wanted);
      if (await driver.replaceCertificate(renewed, signal)) await driver.restart(tag, signal);
      else await engines.reloadCertificate(access(), signal);
      await expect.poll(served, { interval: 250 }).toBe(wanted);
      await untilUp();
      expect(await countRows(access())).toBe(1);
    });

    it('restarts on demand, which counts as nothing', async () => {
      const before = await observed();
      await driver.restart(tag, signal);
      await untilUp();
      const after = await observed();
      expect(after?.state).toBe('running');
      expect(after?.restarts).toBeLessThanOrEqual(before?.restarts ?? 0);
    });

    it('shows the end of its output', async () => {
      expect(await driver.logs(tag, signal)).toMatch(/\w+/);
      expect(await driver.logs(tag, signal)).not.toContain(FIRST_PASSWORD);
    });

    if (killsCallers) {
      it('is created, resized and removed by callers that are killed at any moment, with all its rows and one engine', async () => {
        const { place } = subject;
        const doomed: ServiceSpec = {
          ...spec,
          tag: { installation, service: brandId(randomUUID()) },
          ports: await findTestPorts(solution),
        };
        const itsAccess = { ...access(), ports: doomed.ports };
        // A container engine goes on with the call of a killed process: what it then stops is started again when it is observed.
        const itsSignIn = async () => {
          await driver.observe(doomed.tag, signal);
          return engines.signIn(itsAccess, signal);
        };
        const untilItIsUp = () => expect.poll(itsSignIn, { interval: 250 }).toMatchObject({ result: 'signed_in' });
        const again = <Result>(call: () => Promise<Result>) => untilItPasses(call, () => wait(100));
        // A process that an engine forks has its arguments until it names itself.
        const untilItIsOne = () => expect.poll(() => subject.enginesOf(doomed.tag)).toHaveLength(1);
        for (const afterMs of [5, 60, 200, 500, 1200]) await callAndKill({ place, call: 'create', spec: doomed }, afterMs);
        await again(() => driver.create(doomed, signal));
        await untilItIsUp();
        await untilItIsOne();
        await addRow(itsAccess);
        for (const [index, afterMs] of [5, 30, 100, 250, 500, 900].entries()) {
          await callAndKill({ place, call: 'resize', spec: { ...doomed, size: index % 2 === 0 ? LARGER : SMALL } }, afterMs);
        }
        expect(await again(() => driver.resize({ ...doomed, size: LARGER }, signal))).toMatchObject({ size: LARGER });
        await untilItIsUp();
        await untilItIsOne();
        expect(await countRows(itsAccess)).toBe(1);
        for (const afterMs of [5, 40, 120]) await callAndKill({ place, call: 'remove', spec: doomed }, afterMs);
        await expect.poll(() => driver.remove(doomed.tag, signal)).toBe(true);
        expect(await subject.leftovers(doomed.tag)).toEqual([]);
      });
    }

    it('stops what it does when the caller gives up', async () => {
      await expect(driver.create(spec, AbortSignal.abort(new Error('gave up')))).rejects.toThrow('gave up');
    });

    it('leaves nothing when it is removed, its port included', async () => {
      const { service } = tag;
      expect(await subject.leftovers(tag)).not.toEqual([]);
      await expect.poll(() => driver.remove(tag, signal)).toBe(true);
      expect(await subject.leftovers(tag)).toEqual([]);
      expect(await driver.remove(tag, signal)).toBe(true);
      expect(await observed()).toBeNull();
      expect((await driver.list(installation, signal)).map((one) => one.service)).not.toContain(service);
      expect(await signIn()).toBe('unavailable');
      const other = createServer().listen(spec.ports[0]?.port, '127.0.0.1');
      await once(other, 'listening');
      other.close();
    });
  });
};
