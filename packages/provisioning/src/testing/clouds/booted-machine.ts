import { execFile } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brandId, type ServerCertificate, type ServiceSpec, servicePlan } from '@notafter/domain';
import { createLocalDriver } from '../../local/local-driver.ts';
import { findByMark } from '../../processes/process-table.ts';
import { stopProcesses } from '../../processes/stop-processes.ts';
import { queryPostgres } from '../postgres-probe.ts';
import { openTestHome } from '../test-driver.ts';

const run = promisify(execFile);
const ASK_AGAIN_MS = 250;

/** The system of a machine of a fake cloud: its engine is a process that listens on an address of loopback. */
export interface BootedMachine {
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Ends its engine, and removes its disk. */
  destroy(): Promise<void>;
}

interface FirstBootText {
  readonly url: string;
  readonly token: string;
  readonly authority: string;
  readonly user: string;
  readonly verifier: string;
}

const found = (whole: string, pattern: RegExp): string => {
  const [, value] = pattern.exec(whole) ?? [];
  if (value === undefined) throw new Error(`The user data has no ${pattern}.`);
  return value;
};

/** The parts of a first boot that another system than cloud-init needs. */
const readUserData = (userData: string): FirstBootText => ({
  url: found(userData, /(https?:\/\/\S+)\/certificate/),
  token: found(userData, /notafter-machine: (\S+)/),
  authority: `${found(userData, /(-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----)/).replace(/^ +/gm, '')}\n`,
  user: found(userData, /POSTGRES_USER=([\w-]+)/),
  verifier: found(userData, /(SCRAM-SHA-256\$[\w+/=:$]+)/),
});

/** Calls the server from the address of the machine. */
const post = (
  url: string,
  from: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', localAddress: from, family: 4, headers }, (response) => {
      text(response).then((answer) => resolve({ status: response.statusCode ?? 0, text: answer }), reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });

const report = (boot: FirstBootText, address: string, step: string): Promise<unknown> => {
  const body = JSON.stringify({ step });
  const signature = `sha256=${createHmac('sha256', boot.token).update(body).digest('hex')}`;
  return post(`${boot.url}/progress`, address, { 'content-type': 'application/json', 'notafter-signature': signature }, body);
};

/** Makes a key and has it signed, as the script of a machine does. Null once the machine is gone. */
const certify = async (boot: FirstBootText, address: string, folder: string, signal: AbortSignal): Promise<ServerCertificate> => {
  const [key, csr] = [join(folder, 'machine.key'), join(folder, 'machine.csr')];
  await run('openssl', ['ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', key]);
  await run('openssl', ['req', '-new', '-key', key, '-subj', '/CN=notafter', '-out', csr]);
  const asked = await readFile(csr, 'utf8');
  for (;;) {
    signal.throwIfAborted();
    const headers = { 'notafter-machine': boot.token, 'content-type': 'application/x-pem-file' };
    const answer = await post(`${boot.url}/certificate`, address, headers, asked).catch(() => null);
    if (answer?.status === 200) return { certificate: answer.text, key: await readFile(key, 'utf8'), authority: boot.authority };
    await wait(ASK_AGAIN_MS, undefined, { signal });
  }
};

/** Until the engine has the verifier, as a container gets it at once. */
const FIRST = 'a password that nobody knows';

const setVerifier = async ({ user, verifier, authority }: FirstBootText, address: string): Promise<void> => {
  const ports = [{ name: 'native', port: 5432 }];
  const access = { solution: 'postgres', host: address, ports, servername: address, authority, user, password: FIRST } as const;
  for (const deadline = performance.now() + 150_000; ; await wait(ASK_AGAIN_MS)) {
    try {
      await queryPostgres(access, `ALTER ROLE ${user} PASSWORD '${verifier}'`);
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
  }
};

/** Boots a machine at an address of loopback from its user data; its engine is a real PostgreSQL. */
export const bootMachine = async (userData: string, address: string, signal: AbortSignal): Promise<BootedMachine> => {
  const directory = await mkdtemp(join(tmpdir(), 'notafter-machine-'));
  await chmod(directory, 0o755);
  const home = await openTestHome(directory);
  const tag = { installation: brandId<'installation'>(randomUUID()), service: brandId<'service'>(randomUUID()) };
  const images = null;
  const driver = createLocalDriver({
    ...{ address, maxMemoryMib: 512, directory, dockerHost: null, images, sockets: [] },
    processHome: async () => home,
  });
  const engines = () => findByMark(join(home.path, tag.service), home.account.uid);
  const destroy = async (): Promise<void> => {
    await stopProcesses({ engines, all: engines, signal: null });
    await rm(directory, { recursive: true, force: true });
  };
  try {
    const boot = readUserData(userData);
    for (const step of ['installed', 'volume', 'image']) await report(boot, address, step);
    const certificate = await certify(boot, address, directory, signal);
    const { memoryMib, cpus, diskGib } = servicePlan('hobbyist');
    const spec: ServiceSpec = {
      ...{ tag, solution: 'postgres', region: 'local', size: { memoryMib, cpus, diskGib }, machineType: null, allowlist: [] },
      ...{ ports: [{ name: 'native', port: 5432 }], credentials: { user: boot.user, password: FIRST }, certificate },
    };
    const start = async (): Promise<void> => {
      await driver.create(spec, AbortSignal.timeout(150_000));
    };
    await start();
    await setVerifier(boot, address);
    await report(boot, address, 'started');
    return { start, stop: () => stopProcesses({ engines, all: engines, signal: 'SIGINT' }), destroy };
  } catch (error) {
    await destroy();
    throw error;
  }
};
