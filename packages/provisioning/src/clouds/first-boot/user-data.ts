import { type Credentials, type ServiceSize, type SolutionSlug, servicePlan, servicePlans, solutions } from '@notafter/domain';
import type { ContainerFile } from '../../archives/tar.ts';
import { CAPABILITIES } from '../../containers/container-engine.ts';
import { type ContainerRecipe, TLS_FILES } from '../../containers/container-recipe.ts';
import type { ServiceImage } from '../../containers/images.ts';
import { createPostgresContainer } from '../../engines/postgres/postgres-container.ts';
import { writeCloudConfig } from './cloud-config.ts';
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
  /** Stored by the engine in place of the password: everyone who may read the machine's metadata sees it. */
  readonly verifier: string;
  /** The path of the data volume on the machine. */
  readonly device: string;
  readonly bootstrap: {
    /** The server's address for this machine: `certificate` below it signs, `progress` takes reports. */
    readonly url: string;
    /** Good for the first key of this service, from the address of its machine. Signs the reports. */
    readonly token: string;
    /** In PEM: the only one that it accepts certificates of. */
    readonly authority: string;
  };
}

interface MachineEngine {
  readonly recipe: ContainerRecipe;
  /** Has the engine read its certificate again, if it runs. */
  readonly reload: string;
}

const hangUp = 'docker kill --signal HUP notafter || true';

/** Engines that take a verifier for their first user. The others would show their first password in the machine's metadata. */
export const machineEngines: Readonly<Partial<Record<SolutionSlug, MachineEngine>>> = {
  postgres: { recipe: createPostgresContainer('postgres'), reload: hangUp },
  timescaledb: { recipe: createPostgresContainer('timescaledb'), reload: hangUp },
};

const DATA_FOLDER = `${DATA}/data`;
const PACKAGES = ['ca-certificates', 'curl', 'docker.io', 'nftables', 'openssl'];

/** Starts the engine with the settings of the machine's size, which a resize changes after the first boot. */
const engineScript = ({ recipe }: MachineEngine, { image, user, verifier }: FirstBoot): string => {
  const contentsOf = (size: ServiceSize) => recipe.contents({ size, credentials: { user, password: verifier }, uid: image.uid });
  const choices = servicePlans.map((size, index) => {
    const words = contentsOf(size).command.map(shellWord).join(' ');
    // A system sees a little less memory than its machine has.
    const condition =
      index === servicePlans.length - 1 ? 'else' : `${index === 0 ? 'if' : 'elif'} [ "$memory" -le ${size.memoryMib} ]; then`;
    return `${condition}\n  set -- ${words}`;
  });
  const environment = Object.entries(contentsOf(servicePlan('hobbyist')).environment).map(
    ([name, value]) => `--env ${shellWord(`${name}=${value}`)}`,
  );
  const options = [
    ...['--rm', '--name notafter', '--network host', '--cap-drop ALL', ...CAPABILITIES.map((name) => `--cap-add ${name}`)],
    ...['--security-opt no-new-privileges', '--shm-size 256m', '--log-opt max-size=8m', '--log-opt max-file=2', ...environment],
    ...[`--volume ${DATA_FOLDER}:${image.data}`, '--volume /etc/notafter:/etc/notafter:ro'],
  ];
  return `#!/bin/sh
set -eu
memory=$(awk '/^MemTotal/ { print int($2 / 1024) }' /proc/meminfo)
${choices.join('\n')}
fi
exec docker run ${options.join(' \\\n  ')} \\
  ${shellWord(image.image)} "$@"
`;
};

/** Why a solution can't have its first boot on a machine, in a sentence; null if it can. */
export const reasonAgainstMachine = (solution: SolutionSlug, image: ServiceImage | undefined): string | null => {
  if (machineEngines[solution] === undefined)
    return "Its first password can't be given to a machine without showing it in the machine's metadata.";
  if (image === undefined) return 'SERVICES_IMAGES has no image for it.';
  return image.image.includes('@sha256:') ? null : 'A machine needs an image with a digest: name one in SERVICES_IMAGES.';
};

/**
 * Returns the first boot of a machine for cloud-init: the same text for the same input. It holds no password and no key: the machine
 * makes its key, and the token is good for one certificate.
 */
export const writeUserData = (boot: FirstBoot): string => {
  const { solution, image, user, verifier, device, bootstrap } = boot;
  const engine = machineEngines[solution];
  const reason = reasonAgainstMachine(solution, image);
  if (engine === undefined || reason !== null) throw new Error(reason ?? '');
  const { files } = engine.recipe.contents({ size: servicePlan('hobbyist'), credentials: { user, password: verifier }, uid: image.uid });
  const script = (name: string, text: string): ContainerFile => ({ path: `${SCRIPTS}/${name}`, text, mode: 0o755, uid: 0 });
  const ports = solutions[solution].ports.map(({ port }) => port);
  return writeCloudConfig({
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
