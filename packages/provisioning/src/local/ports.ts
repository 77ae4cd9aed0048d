import { once } from 'node:events';
import { createServer } from 'node:net';
import { ProviderError, type ServicePort, type SolutionSlug, solutions } from '@notafter/domain';

/** Below the range from which systems take ports for outgoing connections: such a port could be gone after a restart. */
const FIRST_PORT = 20_000;
const LAST_PORT = 31_999;
const ATTEMPTS = 200;
/** A reserved port is stored by the caller and then seen in `taken`; until then only we know it. */
const REMEMBERED_MS = 10 * 60_000;

const listens = async (host: string, port: number): Promise<boolean> => {
  const server = createServer();
  try {
    server.listen({ host, port, exclusive: true });
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
};

/** A port that is free now, for programs that only this machine reaches. */
export const findFreePort = async (host: string): Promise<number> => {
  const server = createServer().listen({ host, port: 0 });
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

export interface Ports {
  /** Free ports for a solution: its own if possible, none of `taken`, none below `lowest`. */
  reserve(solution: SolutionSlug, limits: { readonly taken: readonly number[]; readonly lowest: number }): Promise<readonly ServicePort[]>;
  /** Rejects with `port_taken` if another program listens on one of them. */
  assertFree(ports: readonly ServicePort[]): Promise<void>;
}

/** Finds ports on one address of this machine. */
export const createPorts = (address: string): Ports => {
  const reserved = new Map<number, number>();

  const isFree = async (port: number, avoided: ReadonlySet<number>): Promise<boolean> =>
    !avoided.has(port) && (await listens(address, port));

  const find = async (preferred: number, avoided: ReadonlySet<number>, lowest: number): Promise<number> => {
    if (preferred >= lowest && (await isFree(preferred, avoided))) return preferred;
    const start = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT));
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const port = FIRST_PORT + ((start - FIRST_PORT + attempt) % (LAST_PORT - FIRST_PORT + 1));
      if (await isFree(port, avoided)) return port;
    }
    throw new ProviderError('capacity', `This server has no free port from ${FIRST_PORT} to ${LAST_PORT} on ${address}.`);
  };

  return {
    async reserve(solution, { taken, lowest }) {
      const now = performance.now();
      for (const [port, since] of reserved) if (now - since > REMEMBERED_MS) reserved.delete(port);
      const ports: ServicePort[] = [];
      for (const { name, port } of solutions[solution].ports) {
        const found = await find(port, new Set([...taken, ...reserved.keys()]), lowest);
        reserved.set(found, now);
        ports.push({ name, port: found });
      }
      return ports;
    },
    async assertFree(ports) {
      for (const { port } of ports) {
        if (!(await listens(address, port))) {
          throw new ProviderError('port_taken', `Port ${port} on ${address} is in use by another program.`, { code: 'EADDRINUSE' });
        }
      }
    },
  };
};
