import { createDigitalOceanCloud } from '../../../clouds/digitalocean/digitalocean-cloud.ts';
import { type MatrixSubject, matrixOf } from '../crash-matrix.ts';
import { createDigitalOceanFake } from './do-fake.ts';

export const digitalOceanMatrix: MatrixSubject = matrixOf({
  ...{ title: 'DigitalOcean', cloud: 'digitalocean', region: 'fra1' },
  open: createDigitalOceanFake,
  connect: (fake, caller) => createDigitalOceanCloud(fake.account({}, caller)),
  isMutation: (label) => !/^(?:list|get)_/.test(label),
});
