import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { solutions } from '@notafter/domain';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createFileStore } from '../backups/file-store.ts';
import { createServiceBackups, readBackup } from '../backups/service-backups.ts';
import { createServiceEngines } from '../engines/service-engines.ts';
import { openLoopDisk } from '../testing/boots/loop-disk.ts';
import { type MachineRoom, openMachineRoom } from '../testing/boots/machine-room.ts';
import type { Subject } from '../testing/conformance.ts';
import { openContainerSubject } from '../testing/container-subject.ts';
import { type DockerDaemon, startDockerDaemon } from '../testing/docker-daemon.ts';
import { postgresProbe } from '../testing/postgres-probe.ts';
import { makeAuthority, runService } from '../testing/running-service.ts';
import { createTestDriver } from '../testing/test-driver.ts';
import { writeExport } from './write-export.ts';

const { signal } = new AbortController();
const PASSWORD = 'the password of then';
const PATIENCE = { interval: 500, timeout: 150_000 };
const engines = createServiceEngines();

let daemon: DockerDaemon;
let room: MachineRoom;
let subject: Subject;
let folder: string;
beforeAll(async () => {
  daemon = await startDockerDaemon();
  room = await openMachineRoom(daemon);
  subject = await openContainerSubject(daemon);
  folder = await mkdtemp(join(tmpdir(), 'notafter-export-'));
});
afterAll(async () => {
  await room.close();
  await subject.close();
  await daemon.close();
  await rm(folder, { recursive: true, force: true });
});

it('becomes a service with the rows of its backup on a machine that only has its files', { timeout: 600_000 }, async () => {
  const driver = createTestDriver(subject.place);
  const authority = await makeAuthority();
  const { spec, access } = await runService(driver, authority, { solution: 'postgres', password: PASSWORD });
  await postgresProbe.addRow(access);
  const key = randomBytes(32);
  await mkdir(join(folder, 'store'));
  const store = createFileStore({ directory: join(folder, 'store'), makes: false });
  const header = {
    backup: 'b',
    service: 'pg-7f3a91c2',
    solution: 'postgres' as const,
    engine: '15',
    takenAt: '2026-12-04T08:00:00.000Z',
    sealedKey: '',
  };
  const copyData = (terms: Parameters<typeof driver.copyData>[1], limit: AbortSignal) => driver.copyData(spec.tag, terms, limit);
  await createServiceBackups(store).take({ access, copyData, object: 'o', key, header }, signal);
  await driver.remove(spec.tag, signal);

  if (!('key' in spec.certificate)) throw new Error('A service on this server has a key.');
  const files = writeExport({
    ...{
      solution: 'postgres',
      name: 'pg-7f3a91c2',
      image: await room.imageOf('postgres'),
      size: spec.size,
      ports: solutions.postgres.ports,
    },
    ...{ credentials: spec.credentials, host: access.servername, certificate: spec.certificate },
  });
  const secrets = join(folder, 'secrets');
  for (const { path, text, mode } of files.filter(({ isSecret, path }) => isSecret || path.startsWith('files/tls'))) {
    await mkdir(dirname(join(secrets, path)), { recursive: true });
    await writeFile(join(secrets, path), text);
    await chmod(join(secrets, path), mode);
  }
  await pipeline(
    readBackup(store.get('o', signal), () => key),
    createWriteStream(join(secrets, 'data.tar')),
  );

  const disk = await openLoopDisk(64);
  const userData = files.find(({ path }) => path === 'cloud-init.yaml')?.text ?? '';
  const machine = await room.boot({ name: 'exported', userData, device: disk.device });
  expect(await vi.waitFor(() => machine.run('cloud-init', 'status', '--wait'), PATIENCE)).toContain('status: done');
  await machine.copyIn(secrets, '/opt/pg-7f3a91c2');
  await machine.run('/opt/pg-7f3a91c2/prepare.sh', 'data.tar');
  await expect(machine.run('/opt/pg-7f3a91c2/prepare.sh', 'data.tar')).rejects.toThrow('There is a folder "data" already');
  await machine.run('docker-compose', '-f', '/opt/pg-7f3a91c2/compose.yaml', 'up', '-d');

  const there = { ...access, host: machine.host, ports: solutions.postgres.ports };
  await vi.waitFor(async () => {
    const signedIn = await engines.signIn(there, AbortSignal.timeout(5000));
    if (signedIn.result !== 'signed_in') throw new Error(signedIn.reason);
  }, PATIENCE);
  expect(await postgresProbe.countRows(there)).toBe(1);
  expect((await engines.signIn({ ...there, password: 'another one' }, signal)).result).toBe('refused');
  await machine.remove();
  await disk.close();
});
