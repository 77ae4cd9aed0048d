import { join } from 'node:path';
import { type EngineAccess, type KeyAndCertificate, type SolutionSlug, solutionSlugs, solutions } from '@notafter/domain';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ServiceImage } from '../../containers/images.ts';
import { createServiceEngines } from '../../engines/service-engines.ts';
import { type LoopDisk, openLoopDisk } from '../../testing/boots/loop-disk.ts';
import { type BootedMachine, type MachineRoom, openMachineRoom } from '../../testing/boots/machine-room.ts';
import { type MachineServer, startMachineServer } from '../../testing/boots/machine-server.ts';
import { type DockerDaemon, startDockerDaemon } from '../../testing/docker-daemon.ts';
import type { EngineProbe } from '../../testing/engine-probe.ts';
import { mysqlProbe } from '../../testing/mysql-probe.ts';
import { postgresProbe } from '../../testing/postgres-probe.ts';
import { makeAuthority } from '../../testing/running-service.ts';
import { firstSecretOf, machineEngines } from './machine-engines.ts';
import { writeUserData } from './user-data.ts';

const { signal } = new AbortController();
const engines = createServiceEngines();
const NAME = 'db.example.test';
const TOKEN = 'token-of-the-test';
const PASSWORD = 'a password of the test';
/** Packages, an image of 700 MB and the first run of an engine, beside those of others. */
const PATIENCE = { interval: 500, timeout: 150_000 };
/** Several of these waits one after the other. */
const BOOTS_MS = 600_000;

let daemon: DockerDaemon;
let room: MachineRoom;
let authority: KeyAndCertificate;
beforeAll(async () => {
  daemon = await startDockerDaemon();
  room = await openMachineRoom(daemon);
  authority = await makeAuthority();
});
afterAll(async () => {
  await room.close();
  await daemon.close();
});

interface Prepared {
  readonly disk: LoopDisk;
  readonly server: MachineServer;
  boot(name: string): Promise<BootedMachine>;
  accessTo(machine: BootedMachine): EngineAccess;
  close(): Promise<void>;
}

const prepare = async (solution: SolutionSlug, image: ServiceImage): Promise<Prepared> => {
  const server = await startMachineServer({ address: room.hostAddress, authority, token: TOKEN, name: NAME });
  const disk = await openLoopDisk(1024);
  const credentials = { user: solutions[solution].defaultUser ?? '', password: PASSWORD };
  const verifier = await firstSecretOf(solution, credentials, Buffer.alloc(16, 4));
  const bootstrap = { url: server.url, token: TOKEN, authority: authority.certificate };
  const userData = writeUserData({ solution, image, user: credentials.user, verifier, device: disk.device, bootstrap });
  return {
    disk,
    server,
    boot: (name) => room.boot({ name, userData, device: disk.device }),
    accessTo: ({ host }) => ({
      ...{ solution, host, ports: solutions[solution].ports, servername: NAME, authority: authority.certificate, ...credentials },
    }),
    close: () => disk.close(),
  };
};

const untilUp = (access: EngineAccess): Promise<void> =>
  vi.waitFor(async () => {
    const signedIn = await engines.signIn(access, AbortSignal.timeout(5000));
    if (signedIn.result !== 'signed_in') throw new Error(signedIn.reason);
  }, PATIENCE);

const until = (isTrue: () => boolean, what: string): Promise<void> =>
  vi.waitFor(() => {
    if (!isTrue()) throw new Error(`Never: ${what}`);
  }, PATIENCE);

it('is valid for cloud-init with every solution, and so is its export', async () => {
  const known = solutionSlugs.filter((slug) => machineEngines[slug] !== undefined);
  const boots = known.map((solution) => join(import.meta.dirname, `${solution}.golden.txt`));
  const exported = known.map((solution) => join(import.meta.dirname, `../../exports/${solution}.cloud-init.golden.txt`));
  await room.validate([...boots, ...exported]);
  const broken = join(import.meta.dirname, '../../exports/postgres.golden.txt');
  await expect(room.validate([...boots, broken])).rejects.toThrow();
});

/** The fingerprint of the engine's certificate; null if it is not up. */
const servedBy = async (access: EngineAccess): Promise<string | null> => {
  const signedIn = await engines.signIn(access, AbortSignal.timeout(5000));
  return signedIn.result === 'signed_in' ? signedIn.fingerprint256 : null;
};

/** A first boot with everything that comes of it, one row, and a renewed certificate. */
const bootFirst = async (probe: EngineProbe) => {
  const { solution } = probe;
  const prepared = await prepare(solution, await room.imageOf(solution));
  const { server, boot, accessTo } = prepared;
  const machine = await boot(`${solution}-1`);
  await until(() => server.answers.includes(503), 'a certificate request before the address is known');
  server.expectFrom(machine.host);
  // Before the address was known, it asked once or more often.
  const answered = () => server.answers.filter((status) => status !== 503);
  await untilUp(accessTo(machine));
  expect(await machine.run('sh', '-c', 'cloud-init status --wait --long || true')).toContain('status: done');
  expect((await engines.signIn({ ...accessTo(machine), password: `${PASSWORD}.` }, signal)).result).toBe('refused');
  expect((await engines.signIn({ ...accessTo(machine), servername: 'other.example.test' }, signal)).result).toBe('unavailable');
  await until(() => server.reports.length === 4, 'four reports');
  expect(server.reports).toEqual(['installed', 'volume', 'image', 'started']);
  expect(answered()).toEqual([200]);
  await probe.addRow(accessTo(machine));
  const before = await servedBy(accessTo(machine));
  // It ends within 30 days.
  await machine.run('systemctl', 'start', 'notafter-renewal.service');
  await vi.waitFor(async () => {
    const now = await servedBy(accessTo(machine));
    if (now === null || now === before) throw new Error('Not the renewed certificate.');
  }, PATIENCE);
  expect([server.reports.length, answered()]).toEqual([4, [200, 200]]);
  await machine.shutDown();
  return { ...prepared, machine };
};

/** A boot that needs nothing of the server. */
const bootAgain = async (probe: EngineProbe, machine: BootedMachine, { server, accessTo }: Prepared): Promise<void> => {
  const before = [...server.reports, ...server.answers];
  await machine.powerOn();
  await untilUp(accessTo(machine));
  expect(await probe.countRows(accessTo(machine))).toBe(1);
  expect([...server.reports, ...server.answers]).toEqual(before);
};

it.concurrent('boots a machine with MariaDB, and again while the server is away', { timeout: BOOTS_MS }, async () => {
  const prepared = await bootFirst(mysqlProbe);
  await prepared.server.close();
  await bootAgain(mysqlProbe, prepared.machine, prepared);
  await prepared.machine.remove();
  await prepared.close();
});

it.concurrent('boots a machine with PostgreSQL, again, and made again on the same volume', { timeout: BOOTS_MS }, async () => {
  const prepared = await bootFirst(postgresProbe);
  const { server, boot, accessTo, close } = prepared;
  await bootAgain(postgresProbe, prepared.machine, prepared);
  await prepared.machine.remove();

  const machine = await boot('postgres-2');
  server.expectFrom(machine.host);
  await until(() => server.answers.includes(409), 'a refusal of the second key');
  server.forgetKey();
  await untilUp(accessTo(machine));
  expect(await postgresProbe.countRows(accessTo(machine))).toBe(1);
  await until(() => server.reports.length === 9, 'five more reports');
  const refused = 'The server answered 409 to the certificate request.';
  expect(server.reports.slice(4).toSorted()).toEqual([refused, 'image', 'installed', 'started', 'volume']);
  await machine.remove();
  await server.close();
  await close();
});

it.concurrent('leaves a volume with other data as it is, and says why an image can not be pulled', { timeout: BOOTS_MS }, async () => {
  const image = await room.imageOf('postgres');
  const missing = { ...image, image: image.image.replace(/[0-9a-f]{64}$/, '0'.repeat(64)) };
  const { disk, server, boot, close } = await prepare('postgres', missing);
  await disk.run('mkfs.ext4', '-q', '-L', 'theirs', disk.device);
  const machine = await boot('foreign');
  const left = 'The data volume has something else on it, and was left as it is.';
  await until(() => server.reports.includes(left), 'a report about the volume');
  expect(server.reports).toEqual(['installed', left]);
  expect(await machine.run('blkid', '-p', '-o', 'value', '-s', 'LABEL', disk.device)).toBe('theirs');
  await expect(machine.run('mountpoint', '/srv/notafter')).rejects.toThrow();
  await expect(machine.run('/etc/notafter/bin/image')).rejects.toThrow('manifest unknown');
  expect(server.reports.at(-1)).toMatch(/^The image can not be pulled: .*manifest unknown/);
  await machine.remove();
  await server.close();
  await close();
});
