import type { ServiceSize } from '@notafter/domain';
import type { ContainerFile } from '../../archives/tar.ts';
import { type ContainerContents, type ContainerRecipe, FILES, TLS_FILES } from '../../containers/container-recipe.ts';
import { enabledPlugins, firstUserConfig, rabbitmqConfig, runtimeArguments } from './rabbitmq-config.ts';

const CONFIG = `${FILES}/rabbitmq.conf`;
const FIRST_USER = `${FILES}/first-user.config`;
const PLUGINS = `${FILES}/enabled_plugins`;
const insidePorts = { native: 5671, mqtt: 8883, ui: 15671 };

/** How the official image runs with our configuration and not with its own. */
export const runOf = (size: ServiceSize): Pick<ContainerContents, 'command' | 'environment'> => ({
  command: ['rabbitmq-server'],
  environment: {
    RABBITMQ_CONFIG_FILE: CONFIG,
    RABBITMQ_CONFIG_FILES: `${FILES}/none.d/*.conf`,
    RABBITMQ_ENABLED_PLUGINS_FILE: PLUGINS,
    RABBITMQ_LOGS: '-',
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: runtimeArguments(size),
  },
});

export const rabbitmqFiles = (config: string): ContainerFile[] => [
  { path: CONFIG, text: config, mode: 0o644, uid: 0 },
  { path: PLUGINS, text: enabledPlugins, mode: 0o644, uid: 0 },
];

/** RabbitMQ, in the official image. */
export const rabbitmqContainer: ContainerRecipe = {
  solution: 'rabbitmq',
  insidePorts,
  againstProcessData: 'This backup was taken of a process. RabbitMQ names its data after its node, which has another name in a container.',
  isRestartedForCertificate: false,
  openFiles: null,
  contents({ size, credentials, uid }) {
    const config = rabbitmqConfig({ address: '0.0.0.0', ports: insidePorts, tls: TLS_FILES, size });
    const { command, environment } = runOf(size);
    return {
      command,
      environment: { ...environment, RABBITMQ_ADVANCED_CONFIG_FILE: FIRST_USER },
      files: [...rabbitmqFiles(config), { path: FIRST_USER, text: firstUserConfig(credentials), mode: 0o400, uid }],
    };
  },
};
