import { type CloudDriver, forEachSolution } from '@notafter/domain';
import type { MachineCloud } from '../../clouds/machine-cloud.ts';
import { createMachineDriver } from '../../clouds/machine-driver.ts';

/** A driver that says that every solution runs, and whose user data has only the path of the volume. */
export const driverOn = (cloud: MachineCloud, ownAddresses: readonly string[] = []): CloudDriver =>
  createMachineDriver({
    cloud,
    solutions: forEachSolution(() => ({ runs: true, by: 'machine', version: '18' })),
    userData: (_, device) => `#cloud-config\n# ${device}\n`,
    ownAddresses,
  });
