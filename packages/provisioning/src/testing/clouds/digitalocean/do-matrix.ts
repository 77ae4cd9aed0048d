import { forEachSolution } from '@notafter/domain';
import { createDigitalOceanCloud } from '../../../clouds/digitalocean/digitalocean-cloud.ts';
import { createMachineDriver } from '../../../clouds/machine-driver.ts';
import { createCaller } from '../cloud-faults.ts';
import type { MatrixSubject } from '../crash-matrix.ts';
import { specOf } from '../spec.ts';
import { createDigitalOceanFake } from './do-fake.ts';

export const digitalOceanMatrix: MatrixSubject = {
  title: 'DigitalOcean',
  begin: (faults) => {
    const fake = createDigitalOceanFake();
    fake.faults.push(...faults);
    const spec = specOf('digitalocean', 'fra1', 'hobbyist');
    return {
      account: fake,
      calls: fake.calls,
      undocumented: fake.undocumented,
      spec,
      larger: { ...specOf('digitalocean', 'fra1', 'professional'), tag: spec.tag },
      start: () => {
        const caller = createCaller();
        const cloud = createDigitalOceanCloud(fake.account({}, caller));
        const solutions = forEachSolution(() => ({ runs: true, by: 'machine', version: '18' }) as const);
        return { caller, driver: createMachineDriver({ cloud, solutions, userData: () => '#cloud-config\n', ownAddresses: [] }) };
      },
    };
  },
  failsReads: true,
  isMutation: (label) => !/^(?:list|get)_/.test(label),
};
