import { randomUUID } from 'node:crypto';
import {
  brandId,
  type CloudDriver,
  type DataOrigin,
  type EngineAccess,
  type KeyAndCertificate,
  ProviderError,
  type ServiceSpec,
  type ServiceTag,
  type SolutionSlug,
  solutions,
} from '@notafter/domain';
import { vi } from 'vitest';
import { createCertificateIssuer } from '../certificates/certificate-issuer.ts';
import { createServiceEngines } from '../engines/service-engines.ts';
import { findTestPorts } from './free-ports.ts';

const HOUR_MS = 3_600_000;
/** TLS takes no address as a server name. */
const NAME = 'db.example.test';
const issuer = createCertificateIssuer();
const engines = createServiceEngines();

export interface RunningService {
  readonly spec: ServiceSpec;
  readonly access: EngineAccess;
}

interface Wanted {
  readonly solution: SolutionSlug;
  readonly password: string;
  readonly origin?: DataOrigin;
}

/** The CA of a test. */
export const makeAuthority = (): Promise<KeyAndCertificate> =>
  issuer.createAuthority('Backups', { notBefore: new Date(Date.now() - HOUR_MS), notAfter: new Date(Date.now() + 2 * HOUR_MS) });

/** A service with this password, before it is created. */
export const specFor = async (authority: KeyAndCertificate, { solution, password }: Wanted): Promise<RunningService> => {
  const tag: ServiceTag = { installation: brandId(randomUUID()), service: brandId(randomUUID()) };
  const validity = { notBefore: new Date(Date.now() - HOUR_MS), notAfter: new Date(Date.now() + HOUR_MS) };
  const credentials = { user: solutions[solution].defaultUser ?? 'admin', password };
  const spec: ServiceSpec = {
    ...{ tag, solution, region: 'local', size: { memoryMib: 512, cpus: 1, diskGib: 1 }, machineType: null, credentials },
    ports: await findTestPorts(solution),
    certificate: { ...(await issuer.issue(authority, { names: [NAME, '127.0.0.1'], ...validity })), authority: authority.certificate },
    allowlist: [],
  };
  const { ports } = spec;
  return { spec, access: { solution, host: '127.0.0.1', ports, servername: NAME, authority: authority.certificate, ...credentials } };
};

/** Waits until the engine takes a sign-in; also outside of tests. */
export const untilUp = (access: EngineAccess): Promise<void> =>
  vi.waitFor(
    async () => {
      const signIn = await engines.signIn(access, AbortSignal.timeout(5000));
      if (signIn.result !== 'signed_in') throw new Error(signIn.reason);
    },
    { interval: 250, timeout: 150_000 },
  );

/** Creates a service and waits for its first sign-in. Another test may take its port meanwhile: then with another one. */
export const runService = async (driver: CloudDriver, authority: KeyAndCertificate, wanted: Wanted): Promise<RunningService> => {
  for (;;) {
    const service = await specFor(authority, wanted);
    try {
      await driver.create(service.spec, AbortSignal.timeout(120_000), wanted.origin);
      await untilUp(service.access);
      return service;
    } catch (error) {
      await driver.remove(service.spec.tag, AbortSignal.timeout(120_000));
      if (!(error instanceof ProviderError) || error.fault !== 'port_taken') throw error;
    }
  }
};
