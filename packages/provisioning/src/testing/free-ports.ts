import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { ServicePort, SolutionSlug } from '@notafter/domain';
import { createPorts } from '../local/ports.ts';

const ports = createPorts('127.0.0.1');
/** Above every solution's usual port. */
const LOWEST = 20_000;

/** A name on this machine that one process has, until it ends in whatever way or closes it. Null if another one has it. */
export const holdName = (name: string): Promise<Server | null> => {
  const held = createServer().listen(`\0${name}`).unref();
  return once(held, 'listening').then(
    () => held,
    () => null,
  );
};

/**
 * Ports for a service of a test. Several test files run at once, and each would get the solution's usual port from its driver, even
 * one that a service gave up for a moment to be started again.
 */
export const findTestPorts = async (solution: SolutionSlug): Promise<readonly ServicePort[]> => {
  for (;;) {
    const found = await ports.reserve(solution, { taken: [], lowest: LOWEST });
    const held = await Promise.all(found.map(({ port }) => holdName(`notafter-test-port-${port}`)));
    if (held.every((one) => one !== null)) return found;
    for (const one of held) one?.close();
  }
};
