import type { ServicePort, SolutionSlug } from '@notafter/domain';
import { createPorts } from '../local/ports.ts';
import { holdName } from './held-names.ts';

const ports = createPorts('127.0.0.1');
/** Above every solution's usual port. */
const LOWEST = 20_000;

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
