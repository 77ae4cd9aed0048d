import {
  type Credentials,
  type MachineBootstrap,
  ProviderError,
  type ServiceSize,
  type SolutionSlug,
  servicePlan,
  servicePlans,
  solutions,
} from '@notafter/domain';
import type { ContainerFile } from '../../archives/tar.ts';
import { CAPABILITIES } from '../../containers/container-engine.ts';
import { TLS_FILES } from '../../containers/container-recipe.ts';
import type { ServiceImage } from '../../containers/images.ts';
import type { MachineRecipe } from '../../containers/machine-recipe.ts';
import { writeCloudConfig } from './cloud-config.ts';
import { machineEngineOf, reasonAgainstMachine } from './machine-engines.ts';
import {
  certificateScript,
  DATA,
  endedScript,
  firewallRules,
  imageScript,
  installedScript,
  reportScript,
  SCRIPTS,
  shellWord,
  startedScript,
  TOKEN_FILE,
  units,
  volumeScript,
} from './machine-scripts.ts';

export interface FirstBoot {
  readonly solution: SolutionSlug;
  /** By digest: a machine that is made again runs the same. */
  readonly image: ServiceImage;
  readonly user: Credentials['user'];
  /** From `firstSecretOf`: everyone who may read the machine's metadata sees it. */
  readonly verifier: string;
  /** The path of the data volume on the machine. */
  readonly device: string;
  readonly bootstrap: MachineBootstrap;
}

const DATA_FOLDER = `${DATA}/data`;
const PACKAGES = ['ca-certificates', 'curl', 'docker.io', 'nftables', 'openssl'];

const contentsOf = (engine: MachineRecipe, { image, user, verifier }: FirstBoot, size: ServiceSize) =>
  engine.contents({ size, user, verifier, image });

/** How `docker run` starts the engine with the settings of a size. */
const commandFor = (engine: MachineRecipe, boot: FirstBoot, size: ServiceSize): string => {
  const { command, environment } = contentsOf(engine, boot, size);
  const variables = Object.entries(environment).map(([name, value]) => `--env ${shellWord(`${name}=${value}`)}`);
  return `set -- ${[...variables, shellWord(boot.image.image), ...command.map(shellWord)].join(' ')}`;
};

const choose = (size: ServiceSize, index: number): string => {
  if (index === servicePlans.length - 1) return 'else';
  // A system sees a little less memory than its machine has.
  return `${index === 0 ? 'if' : 'elif'} [ "$memory" -le ${size.memoryMib} ]; then`;
};

/** Made on the machine before the first start. */
const localSecretLines = (path: string, uid: number): string => `if [ ! -s ${path} ]; then
  (umask 077; openssl rand -hex 24 >${path}.new)
  chown ${uid}:${uid} ${path}.new
  mv ${path}.new ${path}
fi
`;

/** Starts the engine with the settings of the machine's size, which a resize changes after the first boot. */
const engineScript = (engine: MachineRecipe, boot: FirstBoot): string => {
  const { image, solution } = boot;
  const lowest = Math.min(...solutions[solution].ports.map(({ port }) => port));
  const options = [
    ...['--rm', '--name notafter', '--network host', '--cap-drop ALL', ...CAPABILITIES.map((name) => `--cap-add ${name}`)],
    ...['--security-opt no-new-privileges', '--shm-size 256m', '--log-opt max-size=8m', '--log-opt max-file=2', ...engine.options],
    ...[`--volume ${DATA_FOLDER}:${image.data}`, '--volume /etc/notafter:/etc/notafter:ro'],
  ];
  const lines = servicePlans.flatMap((size, index) => [choose(size, index), `  ${commandFor(engine, boot, size)}`]);
  // Engines step down from root before they listen.
  const openPorts = lowest < 1024 ? `echo ${lowest} >/proc/sys/net/ipv4/ip_unprivileged_port_start\n` : '';
  return `#!/bin/sh
set -eu
${openPorts}${engine.localSecret === null ? '' : localSecretLines(engine.localSecret, image.uid)}memory=$(awk '/^MemTotal/ { print int($2 / 1024) }' /proc/meminfo)
${lines.join('\n')}
fi
exec docker run ${options.join(' \\\n  ')} \\
  "$@"
`;
};

/**
 * Returns the first boot of a machine for cloud-init: the same text for the same input. It holds no password and no key: the machine
 * makes its key, and the token is good for one certificate.
 */
export const writeUserData = (boot: FirstBoot): string => {
  const { solution, image, device, bootstrap } = boot;
  const reason = reasonAgainstMachine(solution, image);
  if (reason !== null) throw new ProviderError('invalid', reason);
  const engine = machineEngineOf(solution);
  const { files } = contentsOf(engine, boot, servicePlan('hobbyist'));
  const script = (name: string, text: string): ContainerFile => ({ path: `${SCRIPTS}/${name}`, text, mode: 0o755, uid: 0 });
  const ports = solutions[solution].ports.map(({ port }) => port);
  return writeCloudConfig({
    signIn: 'none',
    packages: PACKAGES,
    files: [
      ...files,
      { path: TLS_FILES.authority, text: `${bootstrap.authority.trim()}\n`, mode: 0o644, uid: 0 },
      { path: TOKEN_FILE, text: `notafter-machine: ${bootstrap.token}\n`, mode: 0o600, uid: 0 },
      script('volume', volumeScript(device, DATA_FOLDER, image.uid)),
      script('report', reportScript(`${bootstrap.url}/progress`)),
      script('installed', installedScript(PACKAGES)),
      script('certificate', certificateScript(`${bootstrap.url}/certificate`, image.uid, engine.reload)),
      script('image', imageScript(image.image)),
      script('engine', engineScript(engine, boot)),
      script('started', startedScript),
      script('ended', endedScript),
      { path: '/etc/nftables.conf', text: firewallRules(ports), mode: 0o755, uid: 0 },
      ...Object.entries(units).map(([name, text]) => ({ path: `/etc/systemd/system/${name}`, text, mode: 0o644, uid: 0 })),
    ],
    commands: [
      `${SCRIPTS}/installed`,
      'systemctl disable --now ssh.service ssh.socket',
      'systemctl mask ssh.service ssh.socket',
      'systemctl enable --now nftables.service',
      'systemctl daemon-reload',
      'systemctl enable --now notafter-renewal.timer',
      'systemctl enable --now --no-block notafter-engine.service',
    ],
  });
};
