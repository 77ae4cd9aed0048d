import { createHash } from 'node:crypto';
import { solutions } from '@notafter/domain';
import { FILES, HOSTNAME, TLS_FILES } from '../../containers/container-recipe.ts';
import type { MachineRecipe } from '../../containers/machine-recipe.ts';
import { rabbitmqConfig } from './rabbitmq-config.ts';
import { rabbitmqFiles, runOf } from './rabbitmq-container.ts';

const DEFINITIONS = `${FILES}/definitions.json`;
const SALT_BYTES = 4;

const portOf = (name: string): number => solutions.rabbitmq.ports.find((one) => one.name === name)?.port ?? 0;
const ports = { native: portOf('native'), mqtt: portOf('mqtt'), ui: portOf('ui') };

/** As RabbitMQ stores it: https://www.rabbitmq.com/docs/passwords#this-is-the-algorithm */
const passwordHash = (password: string, salt: Buffer): string => {
  const start = salt.subarray(0, SALT_BYTES);
  return Buffer.concat([start, createHash('sha256').update(start).update(password).digest()]).toString('base64');
};

const definitionsOf = (user: string, verifier: string): string =>
  JSON.stringify({
    users: [{ name: user, password_hash: verifier, hashing_algorithm: 'rabbit_password_hashing_sha256', tags: ['administrator'] }],
    vhosts: [{ name: '/' }],
    permissions: [{ user, vhost: '/', configure: '.*', write: '.*', read: '.*' }],
  });

/** Without the second line, each start would set the first password again. */
const definitionLines = `definitions.import_backend = local_filesystem
definitions.skip_if_unchanged = true
definitions.local.path = ${DEFINITIONS}
`;

/** RabbitMQ, at the ports of the solution: nothing maps them on a machine. Its first user comes from definitions. */
export const rabbitmqMachine: MachineRecipe = {
  solution: 'rabbitmq',
  makeVerifier: async ({ password }, salt) => passwordHash(password, salt),
  contents({ size, user, verifier, image }) {
    const config = `${rabbitmqConfig({ address: '0.0.0.0', ports, tls: TLS_FILES, size })}${definitionLines}`;
    return {
      ...runOf(size),
      files: [...rabbitmqFiles(config), { path: DEFINITIONS, text: `${definitionsOf(user, verifier)}\n`, mode: 0o400, uid: image.uid }],
    };
  },
  // Its data is named after the host.
  options: [`--hostname ${HOSTNAME}`, `--add-host ${HOSTNAME}:127.0.0.1`],
  localSecret: null,
  reload: '',
};
