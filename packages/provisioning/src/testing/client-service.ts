import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brandId, type ConnectionTarget, connectionLines, type ServiceSpec, type SolutionSlug, solutions } from '@notafter/domain';
import { expect, vi } from 'vitest';
import { createCertificateIssuer } from '../certificates/certificate-issuer.ts';
import { createServiceEngines } from '../engines/service-engines.ts';
import { findTestPorts } from './free-ports.ts';
import { openProcessSubject } from './process-subject.ts';
import { type Exchange, type Ran, runAtTerminal } from './terminal.ts';
import { createTestDriver } from './test-driver.ts';

const HOUR_MS = 3_600_000;
const UP = { timeout: 150_000, interval: 250 };
const CA_FILE = 'service-ca.pem';
/** With what shells and languages could take for their own. */
const PASSWORD = `it's "$HOME" \`id\` \\ 100%`;
const packages = join(import.meta.dirname, '../../node_modules');
const { signal } = new AbortController();

/** Resolves on this machine to the address of the services. */
export const NAME = 'db-7f3a91c2.svc.example.test';
/** Resolves to the same address, but no certificate has it. */
export const OTHER_NAME = 'other.svc.example.test';
export const ADDRESS = '127.0.0.1';

/** How a person uses a line of the Connection Information. */
export interface LineUse {
  readonly id: string;
  /** The file that the line is saved as, or its start; absent: it is typed into a shell. */
  readonly file?: string;
  /** Typed into the shell instead, with the line in place of `LINE`. */
  readonly command?: string;
  /** Added below the line: a request whose answer proves the connection. */
  readonly request?: string;
  readonly exchanges?: (password: string) => readonly Exchange[];
  /** Where it takes the password from, if it asks nobody. */
  readonly variable?: string;
  /** Written by the client once it works. */
  readonly answer: RegExp;
}

export interface ClientService {
  /** Runs the line that the screen shows for a host, with the CA of the service or another one. */
  run(use: LineUse, host: string, authority?: 'own' | 'other'): Promise<Ran>;
  readonly ids: readonly string[];
  close(): Promise<void>;
}

/** Deploys a real engine as a process, for clients that are not ours. */
export const deployForClients = async (solution: SolutionSlug): Promise<ClientService> => {
  const subject = await openProcessSubject();
  const driver = createTestDriver(subject.place);
  const directory = await mkdtemp(join(tmpdir(), 'notafter-clients-'));
  const issuer = createCertificateIssuer();
  const validity = { notBefore: new Date(Date.now() - HOUR_MS), notAfter: new Date(Date.now() + HOUR_MS) };
  const authority = await issuer.createAuthority('Clients', validity);
  const other = await issuer.createAuthority('Clients', validity);
  const user = solutions[solution].defaultUser ?? 'admin';
  const ports = await findTestPorts(solution);
  const spec: ServiceSpec = {
    tag: { installation: brandId(randomUUID()), service: brandId(randomUUID()) },
    ...{ solution, ports, region: 'local', machineType: null, size: { memoryMib: 640, cpus: 1, diskGib: 1 } },
    credentials: { user, password: PASSWORD },
    certificate: { ...(await issuer.issue(authority, { names: [NAME, ADDRESS], ...validity })), authority: authority.certificate },
    allowlist: [],
  };
  const hostsFile = join(directory, 'hosts');
  await writeFile(hostsFile, `${ADDRESS} ${NAME} ${OTHER_NAME}\n`);
  await symlink(packages, join(directory, 'node_modules'));
  const close = async (): Promise<void> => {
    await driver.remove(spec.tag, signal);
    await subject.close();
    await rm(directory, { recursive: true, force: true });
  };
  const access = { solution, host: ADDRESS, ports, servername: ADDRESS, authority: authority.certificate, user, password: PASSWORD };
  const engines = createServiceEngines();
  try {
    await driver.create(spec, signal);
    await vi.waitFor(async () => expect(await engines.signIn(access, signal)).toMatchObject({ result: 'signed_in' }), UP);
  } catch (error) {
    // Its caller has nothing to close yet, and an engine outlives the test.
    await close();
    throw error;
  }

  const target = (host: string): ConnectionTarget => ({ solution, host, ports, user, caFile: CA_FILE });
  return {
    ids: connectionLines(target(NAME)).map(({ id }) => id),
    async run({ id, file, command, request = '', exchanges, variable }, host, trusted = 'own') {
      const shown = connectionLines(target(host)).find((line) => line.id === id)?.text;
      if (shown === undefined) throw new Error(`No line "${id}" for ${host}.`);
      await writeFile(join(directory, CA_FILE), (trusted === 'own' ? authority : other).certificate);
      if (file !== undefined) await writeFile(join(directory, file), `${shown}\n${request}\n`);
      const env = variable === undefined ? {} : { [variable]: PASSWORD };
      const typed = command === undefined ? shown : command.replace('LINE', () => shown);
      return runAtTerminal(typed, { directory, hostsFile, env }, exchanges?.(PASSWORD) ?? []);
    },
    close,
  };
};
