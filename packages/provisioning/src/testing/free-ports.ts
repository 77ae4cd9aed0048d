import { type ServicePort, type SolutionSlug, solutions } from '@notafter/domain';
import { findFreePort } from '../local/ports.ts';

/** Ports for a service of a test. Several test files run at once, and each would get the solution's usual port from its driver. */
export const findTestPorts = (solution: SolutionSlug): Promise<ServicePort[]> =>
  Promise.all(solutions[solution].ports.map(async ({ name }) => ({ name, port: await findFreePort('127.0.0.1') })));
