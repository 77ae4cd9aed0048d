import { createGcpCloud } from '../../../clouds/gcp/gcp-cloud.ts';
import { type MatrixSubject, matrixOf } from '../crash-matrix.ts';
import { createGcpFake } from './gcp-fake.ts';

export const gcpMatrix: MatrixSubject = matrixOf({
  ...{ title: 'Google Cloud', cloud: 'gcp', region: 'europe-west3' },
  open: createGcpFake,
  connect: (fake, caller) => createGcpCloud(fake.account({}, caller)),
  isMutation: (label) => !/^(?:list|get)_/.test(label),
});
