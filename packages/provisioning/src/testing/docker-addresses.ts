import { readFile } from 'node:fs/promises';
import { holdName } from './held-names.ts';

/** /24 networks of the range for benchmarks (RFC 2544), which no network of a machine has. */
const SLOTS = 512;

export interface DockerAddresses {
  /** A daemon takes the addresses of its networks from here, so many bits for each. */
  readonly pool: { readonly base: string; readonly size: number };
  release(): void;
}

/** A route holds the address of its network as the hexadecimal number that it is in memory. */
const readRoutes = async (): Promise<Set<string>> => {
  const lines = (await readFile('/proc/net/route', 'utf8')).trim().split('\n').slice(1);
  const networkOf = (hex: string): string => [...Buffer.from(hex, 'hex').reverse().subarray(0, 3)].join('.');
  return new Set(lines.map((line) => networkOf(line.split('\t')[1] ?? '')));
};

/**
 * Addresses that no other daemon of a test has. A daemon sees only networks that are there, so that two that start at the same time would
 * choose the same ones, and connections to one of two containers with the same address are closed.
 */
export const reserveDockerAddresses = async (): Promise<DockerAddresses> => {
  const routes = await readRoutes();
  for (let tried = 0; tried < SLOTS; tried += 1) {
    const slot = (process.pid + tried) % SLOTS;
    const network = `198.${18 + (slot >> 8)}.${slot & 255}`;
    if (routes.has(network)) continue;
    const held = await holdName(`notafter-docker-${slot}`);
    if (held !== null) return { pool: { base: `${network}.0/24`, size: 28 }, release: () => held.close() };
  }
  throw new Error(`Each of the ${SLOTS} networks for tests is in use.`);
};
