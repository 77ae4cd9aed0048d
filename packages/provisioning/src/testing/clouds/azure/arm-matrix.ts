import { createAzureCloud } from '../../../clouds/azure/azure-cloud.ts';
import { type MatrixSubject, matrixOf } from '../crash-matrix.ts';
import { createArmFake } from './arm-fake.ts';

export const azureMatrix: MatrixSubject = matrixOf({
  ...{ title: 'Azure', cloud: 'azure', region: 'westeurope' },
  open: createArmFake,
  connect: (fake, caller) => createAzureCloud(fake.account({}, caller)),
  isMutation: (label) => !/^(?:list|get)_/.test(label),
});
