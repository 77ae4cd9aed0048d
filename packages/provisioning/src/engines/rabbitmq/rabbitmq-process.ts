import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ProviderError } from '@notafter/domain';
import { findFreePort } from '../../local/ports.ts';
import type { ProcessRecipe } from '../../processes/process-recipe.ts';
import { restoreFiles } from '../../processes/restore-files.ts';
import { portOf } from '../engine-client.ts';
import { findProgram } from '../find-program.ts';
import { enabledPlugins, firstUserConfig, rabbitmqConfig, runtimeArguments } from './rabbitmq-config.ts';

const FIRST_USER = 'first-user.config';
const LIBRARY = '/usr/lib/rabbitmq/lib';
/** For programs of one machine, Erlang's nodes included. */
const LOOPBACK = '127.0.0.1';

interface Server {
  readonly version: string;
  readonly program: string;
}

/** The script itself: the one in the PATH insists on a user that the package made. */
const findServer = async (): Promise<Server | null> => {
  if ((await findProgram('erl')) === null) return null;
  const folders = await readdir(LIBRARY).catch((): string[] => []);
  const versions = folders.flatMap((name) => /^rabbitmq_server-(\d+(?:\.\d+)*)$/.exec(name)?.[1] ?? []);
  const version = versions.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
  return version === undefined ? null : { version, program: join(LIBRARY, `rabbitmq_server-${version}`, 'sbin', 'rabbitmq-server') };
};

/** RabbitMQ of the system, TLS only. */
export const rabbitmqProcess: ProcessRecipe = {
  solution: 'rabbitmq',
  stopSignal: 'SIGTERM',
  isRestartedForCertificate: false,
  problemLine: /\[error\] .*/,

  async find() {
    const server = await findServer();
    return server === null
      ? { found: false, reason: 'RabbitMQ is not installed (on Debian: rabbitmq-server).' }
      : { found: true, version: server.version, programs: '' };
  },

  async restore(run, origin) {
    // The data has users; the file has to be there.
    await run.folder.writeSecretConfig(FIRST_USER, '[].\n');
    await restoreFiles(run, origin);
  },

  async initialize({ folder, credentials }) {
    await folder.writeSecretConfig(FIRST_USER, firstUserConfig(credentials));
  },

  async command(context) {
    const { folder, address, size } = context;
    const server = await findServer();
    if (server === null) throw new ProviderError('invalid', 'RabbitMQ is no longer installed.');
    const ports = { native: portOf(context, 'native'), mqtt: portOf(context, 'mqtt'), ui: portOf(context, 'ui') };
    const config = await folder.writeConfig('rabbitmq.conf', rabbitmqConfig({ address, ports, tls: folder.tls, size }));
    return {
      program: server.program,
      // Erlang ignores the flag; the process is found by it.
      args: ['-notafter', `${folder.path}/`],
      env: {
        // Otherwise the script stays above the runtime and hands it signals.
        RUNNING_UNDER_SYSTEMD: 'true',
        // The cookie of its node, made at the first start.
        HOME: await folder.makeFolder('home'),
        RABBITMQ_NODENAME: 'notafter@localhost',
        RABBITMQ_MNESIA_BASE: folder.data,
        RABBITMQ_LOG_BASE: await folder.makeFolder('log'),
        RABBITMQ_LOGS: '-',
        RABBITMQ_PID_FILE: join(folder.data, 'pid'),
        RABBITMQ_CONFIG_FILE: config,
        // Not those of the system.
        RABBITMQ_CONFIG_FILES: folder.configFile('none.d/*.conf'),
        RABBITMQ_ADVANCED_CONFIG_FILE: folder.configFile(FIRST_USER),
        RABBITMQ_CONF_ENV_FILE: '/dev/null',
        RABBITMQ_ENABLED_PLUGINS_FILE: await folder.writeConfig('enabled_plugins', enabledPlugins),
        // Each node has its own directory of nodes, since all have one name.
        ERL_EPMD_ADDRESS: LOOPBACK,
        ERL_EPMD_PORT: String(await findFreePort(LOOPBACK)),
        RABBITMQ_DIST_PORT: String(await findFreePort(LOOPBACK)),
        RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: `-kernel inet_dist_use_interface {127,0,0,1} ${runtimeArguments(size)}`,
        ERL_CRASH_DUMP: '/dev/null',
      },
    };
  },
};
