import { forEachSolution } from '@notafter/domain';
import { createAwsCloud } from '../../../clouds/aws/aws-cloud.ts';
import { createMachineDriver } from '../../../clouds/machine-driver.ts';
import { createCaller } from '../cloud-faults.ts';
import type { MatrixSubject } from '../crash-matrix.ts';
import { specOf } from '../spec.ts';
import { createEc2Fake } from './ec2-fake.ts';

export const awsMatrix: MatrixSubject = {
  title: 'AWS',
  begin: (faults) => {
    const fake = createEc2Fake();
    fake.faults.push(...faults);
    const spec = specOf('aws', 'eu-central-1', 'hobbyist');
    return {
      account: fake,
      calls: fake.calls,
      undocumented: fake.undocumented,
      spec,
      larger: { ...specOf('aws', 'eu-central-1', 'professional'), tag: spec.tag },
      start: () => {
        const caller = createCaller();
        const cloud = createAwsCloud(fake.account({}, caller));
        const solutions = forEachSolution(() => ({ runs: true, by: 'machine', version: '18' }) as const);
        return { caller, driver: createMachineDriver({ cloud, solutions, userData: () => '#cloud-config\n', ownAddresses: [] }) };
      },
    };
  },
  failsReads: false,
  isMutation: (label) => !label.startsWith('Describe'),
};
