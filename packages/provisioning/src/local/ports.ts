import { once } from 'node:events';
import { createServer } from 'node:net';
import { ProviderError, type ServicePort, type SolutionSlug, solutions } from '@notafter/domain';

/** Below the range from which systems take ports for connections and listeners: such a port could be gone when it is opened. */
const SERVICE_PORTS = [20_000, 31_999] as const;
const INNER_PORTS = [16_000, 19_999] as const;
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

/** The first free port of a range, from a random one on. Null if none of the first ones is free. */
const findFrom = async ([first, last]: readonly [number, number], isFree: (port: number) => Promise<boolean>): Promise<number | null> => {
  const count = last - first + 1;
  const start = Math.floor(Math.random() * count);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = first + ((start + attempt) % count);
    if (await isFree(port)) return port;
  }
  return null;
};

const noneFree = ([first, last]: readonly [number, number], address: string): ProviderError =>
  new ProviderError('capacity', `This server has no free port from ${first} to ${last} on ${address}.`);

/** A port that is free now, for programs that only this machine reaches and that open it some seconds later. */
export const findFreePort = async (host: string): Promise<number> => {
  const found = await findFrom(INNER_PORTS, (port) => listens(host, port));
  if (found === null) throw noneFree(INNER_PORTS, host);
  return found;
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
    const found = await findFrom(SERVICE_PORTS, (port) => isFree(port, avoided));
    if (found === null) throw noneFree(SERVICE_PORTS, address);
    return found;
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
