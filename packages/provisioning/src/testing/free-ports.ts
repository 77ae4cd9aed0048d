import type { ServicePort, SolutionSlug } from '@notafter/domain';
import { createPorts } from '../local/ports.ts';

const ports = createPorts('127.0.0.1');
/** Above every solution's usual port. */
const LOWEST = 20_000;

/**
 * Ports for a service of a test. Several test files run at once, and each would get the solution's usual port from its driver, even
 * one that a service gave up for a moment to be started again.
 */
export const findTestPorts = (solution: SolutionSlug): Promise<readonly ServicePort[]> =>
  ports.reserve(solution, { taken: [], lowest: LOWEST });
