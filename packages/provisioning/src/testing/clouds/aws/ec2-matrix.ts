import { createAwsCloud } from '../../../clouds/aws/aws-cloud.ts';
import { type MatrixSubject, matrixOf } from '../crash-matrix.ts';
import { createEc2Fake } from './ec2-fake.ts';

export const awsMatrix: MatrixSubject = matrixOf({
  ...{ title: 'AWS', cloud: 'aws', region: 'eu-central-1' },
  open: createEc2Fake,
  connect: (fake, caller) => createAwsCloud(fake.account({}, caller)),
  isMutation: (label) => !label.startsWith('Describe'),
  failsReads: false,
});
