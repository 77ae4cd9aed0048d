import type { AccountCloud, CloudCredentials } from '@notafter/domain';
import type { Holdings } from '../../clouds/machine-cloud.ts';
import { createEc2Fake } from './aws/ec2-fake.ts';
import { createArmFake } from './azure/arm-fake.ts';
import type { CloudFake } from './cloud-fake.ts';
import { createDigitalOceanFake } from './digitalocean/do-fake.ts';
import { createGcpFake } from './gcp/gcp-fake.ts';
import { testKey } from './gcp/gcp-token.ts';
import { type LiveMachine, runMachines } from './live-machines.ts';

/** A fake cloud that listens, whose machines run real engines, and whose time passes faster than ours. */
export interface LiveCloud {
  /** The variable of its address. */
  readonly environment: Readonly<Record<string, string>>;
  readonly credentials: CloudCredentials;
  /** Everything that the account has, in words. */
  holdings(): readonly string[];
  /** The account lacks a permission until it gets it; returns how the cloud calls it. */
  deny(): string;
  allow(): void;
  /** An administrator takes the account its rights. */
  revoke(): void;
  /** Somebody does this in the console of the cloud. */
  tamper(change: 'stop' | 'type' | 'tags'): void;
  /** Requests with something that the API does not document. */
  readonly undocumented: readonly string[];
  close(): Promise<void>;
}

const SPEED = 20;

/** Addresses of loopback that no other run uses. */
const network = (): string => `127.${20 + (process.pid % 200)}.${1 + Math.floor(Math.random() * 250)}`;

const machinesIn = ({ machines, addresses }: Holdings, userDataOf: (id: string) => string): LiveMachine[] => {
  const addressOf = (id: string): string | null => addresses.find(({ machine }) => machine === id)?.ip ?? null;
  return machines
    .filter(({ state }) => state !== 'deleting')
    .map(({ id, state, host }) => ({ id, address: host ?? addressOf(id), isOn: state === 'running', userData: userDataOf(id) }));
};

/** The differences between the clouds. */
interface Manners {
  environment(endpoint: string): LiveCloud['environment'];
  readonly credentials: CloudCredentials;
  /** The permission that the account lacks for a while. */
  readonly permission: string;
  /** How the cloud calls it, if that differs. */
  readonly permissionName?: string;
  userDataOf(id: string): string;
  tamper: LiveCloud['tamper'];
}

const open = async <Account>(fake: CloudFake<{ network: string }, Account>, manners: Manners): Promise<LiveCloud> => {
  const { credentials, permission, permissionName = permission, userDataOf, tamper } = manners;
  fake.state.network = network();
  const from = Date.now();
  const pass = (): void => {
    fake.now = from + (Date.now() - from) * SPEED;
  };
  pass();
  const { endpoint, close } = await fake.listen(pass);
  const machines = runMachines(() => {
    pass();
    return machinesIn(fake.truth(), userDataOf);
  });
  return {
    environment: manners.environment(endpoint),
    credentials,
    holdings: fake.holdings,
    undocumented: fake.undocumented,
    deny: () => {
      fake.denied.add(permission);
      return permissionName;
    },
    allow: () => fake.denied.clear(),
    revoke: () => {
      fake.isRevoked = true;
    },
    tamper,
    close: async () => {
      await machines.close();
      await close();
    },
  };
};

const openDigitalOcean = (): Promise<LiveCloud> => {
  const fake = createDigitalOceanFake();
  return open(fake, {
    environment: (endpoint) => ({ DIGITALOCEAN_API_URL: endpoint }),
    credentials: { cloud: 'digitalocean', token: fake.account().credentials.token },
    permission: 'droplet:create',
    userDataOf: (id) => fake.state.droplets.find((droplet) => String(droplet.id) === id)?.userData ?? '',
    tamper: (change) => {
      for (const droplet of fake.state.droplets) {
        if (change === 'stop') droplet.power = 'off';
        if (change === 'type') droplet.size = 's-4vcpu-8gb';
        if (change === 'tags') droplet.tags = [];
      }
    },
  });
};

const openAws = (): Promise<LiveCloud> => {
  const fake = createEc2Fake();
  const { credentials } = fake.account();
  if (credentials === null) throw new Error('The fake has an account.');
  return open(fake, {
    environment: (endpoint) => ({ AWS_ENDPOINT_URL_EC2: endpoint }),
    credentials: { cloud: 'aws', accessKeyId: credentials.accessKeyId, secretAccessKey: credentials.secretAccessKey },
    permission: 'RunInstances',
    permissionName: 'ec2:RunInstances',
    userDataOf: (id) => fake.state.instances.find((one) => id.endsWith(one.id))?.userData ?? '',
    tamper: (change) => {
      for (const instance of fake.state.instances) {
        if (change === 'stop') Object.assign(instance, { phase: 'stopped', ends: null });
        if (change === 'type') instance.type = 't3.large';
        if (change === 'tags') instance.tags = {};
      }
    },
  });
};

const openGcp = (): Promise<LiveCloud> => {
  const fake = createGcpFake();
  return open(fake, {
    environment: (endpoint) => ({ GCP_COMPUTE_URL: endpoint, GCP_TOKEN_URL: `${endpoint}/token` }),
    credentials: { cloud: 'gcp', key: JSON.stringify(testKey) },
    permission: 'compute.instances.create',
    userDataOf: (id) => fake.state.instances.find(({ path }) => id.endsWith(path))?.metadata['user-data'] ?? '',
    tamper: (change) => {
      for (const instance of fake.state.instances) {
        if (change === 'stop') instance.status = 'TERMINATED';
        if (change === 'type') instance.type = 'e2-standard-2';
        if (change === 'tags') instance.labels = {};
      }
    },
  });
};

const openAzure = (): Promise<LiveCloud> => {
  const fake = createArmFake();
  const machineBodies = () =>
    fake.state.resources.flatMap(({ path, body: { properties } }) => ('osProfile' in properties ? [{ path, properties }] : []));
  return open(fake, {
    environment: (endpoint) => ({ AZURE_RESOURCE_MANAGER_URL: endpoint, AZURE_AUTHORITY_HOST: endpoint }),
    credentials: { cloud: 'azure', ...fake.account().credentials },
    permission: 'Microsoft.Compute/virtualMachines/write',
    userDataOf: (id) => {
      const data = machineBodies().find(({ path }) => path === id)?.properties.osProfile.customData ?? '';
      return Buffer.from(data, 'base64').toString();
    },
    tamper: (change) => {
      for (const { path, properties } of machineBodies()) {
        const machine = fake.state.resources.find((one) => one.path === path);
        if (machine !== undefined && change === 'stop') machine.power = 'stopped';
        if (machine !== undefined && change === 'tags') machine.body.tags = {};
        if (change === 'type') properties.hardwareProfile.vmSize = 'Standard_D2s_v5';
      }
    },
  });
};

const openers: Readonly<Record<AccountCloud, () => Promise<LiveCloud>>> = {
  aws: openAws,
  digitalocean: openDigitalOcean,
  gcp: openGcp,
  azure: openAzure,
};

export const openLiveCloud = (cloud: AccountCloud): Promise<LiveCloud> => openers[cloud]();
