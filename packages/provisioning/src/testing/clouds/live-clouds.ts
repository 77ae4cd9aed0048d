import type { AccountCloud, CloudCredentials } from '@notafter/domain';
import type { Holdings } from '../../clouds/machine-cloud.ts';
import { createEc2Fake } from './aws/ec2-fake.ts';
import { createArmFake } from './azure/arm-fake.ts';
import { createDigitalOceanFake } from './digitalocean/do-fake.ts';
import { createGcpFake } from './gcp/gcp-fake.ts';
import { testKey } from './gcp/gcp-token.ts';
import { openMachineRoom, type RoomMachine } from './machine-room.ts';

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

const machinesIn = ({ machines, addresses }: Holdings, userDataOf: (id: string) => string): RoomMachine[] => {
  const addressOf = (id: string): string | null => addresses.find(({ machine }) => machine === id)?.ip ?? null;
  return machines
    .filter(({ state }) => state !== 'deleting')
    .map(({ id, state, host }) => ({ id, address: host ?? addressOf(id), isOn: state === 'running', userData: userDataOf(id) }));
};

/** One permission that an account lacks for a while. */
const denialOf = (denied: Set<string>, what: string, calledByCloud = what) => ({
  deny: (): string => {
    denied.add(what);
    return calledByCloud;
  },
  allow: () => denied.clear(),
});

/** Moves the clock of a fake along with ours, ahead of it. */
const clockOf = (fake: { now: number }): (() => void) => {
  const from = Date.now();
  fake.now = from;
  return () => {
    fake.now = from + (Date.now() - from) * SPEED;
  };
};

const openDigitalOcean = async (): Promise<LiveCloud> => {
  const fake = createDigitalOceanFake();
  fake.state.network = network();
  const pass = clockOf(fake);
  const { endpoint, close } = await fake.listen(pass);
  const room = openMachineRoom(() => {
    pass();
    return machinesIn(fake.truth(), (id) => fake.state.droplets.find((droplet) => String(droplet.id) === id)?.userData ?? '');
  });
  return {
    environment: { DIGITALOCEAN_API_URL: endpoint },
    credentials: { cloud: 'digitalocean', token: fake.account().credentials.token },
    holdings: fake.holdings,
    undocumented: fake.undocumented,
    ...denialOf(fake.denied, 'droplet:create'),
    revoke: () => {
      fake.isRevoked = true;
    },
    tamper: (change) => {
      for (const droplet of fake.state.droplets) {
        if (change === 'stop') droplet.power = 'off';
        if (change === 'type') droplet.size = 's-4vcpu-8gb';
        if (change === 'tags') droplet.tags = [];
      }
    },
    close: async () => {
      await room.close();
      await close();
    },
  };
};

const openAws = async (): Promise<LiveCloud> => {
  const fake = createEc2Fake();
  fake.state.network = network();
  const pass = clockOf(fake);
  const { endpoint, close } = await fake.listen(pass);
  const room = openMachineRoom(() => {
    pass();
    return machinesIn(fake.truth(), (id) => {
      const instance = fake.state.instances.find((one) => id.endsWith(one.id));
      return instance?.userData ?? '';
    });
  });
  const { credentials } = fake.account();
  if (credentials === null) throw new Error('The fake has an account.');
  return {
    environment: { AWS_ENDPOINT_URL_EC2: endpoint },
    credentials: { cloud: 'aws', accessKeyId: credentials.accessKeyId, secretAccessKey: credentials.secretAccessKey },
    holdings: fake.holdings,
    undocumented: fake.undocumented,
    ...denialOf(fake.denied, 'RunInstances', 'ec2:RunInstances'),
    revoke: () => {
      fake.isRevoked = true;
    },
    tamper: (change) => {
      for (const instance of fake.state.instances) {
        if (change === 'stop') Object.assign(instance, { phase: 'stopped', ends: null });
        if (change === 'type') instance.type = 't3.large';
        if (change === 'tags') instance.tags = {};
      }
    },
    close: async () => {
      await room.close();
      await close();
    },
  };
};

const openGcp = async (): Promise<LiveCloud> => {
  const fake = createGcpFake();
  fake.state.network = network();
  const pass = clockOf(fake);
  const { endpoint, close } = await fake.listen(pass);
  const room = openMachineRoom(() => {
    pass();
    return machinesIn(fake.truth(), (id) => fake.state.instances.find(({ path }) => id.endsWith(path))?.metadata['user-data'] ?? '');
  });
  return {
    environment: { GCP_COMPUTE_URL: endpoint, GCP_TOKEN_URL: `${endpoint}/token` },
    credentials: { cloud: 'gcp', key: JSON.stringify(testKey) },
    holdings: fake.holdings,
    undocumented: fake.undocumented,
    ...denialOf(fake.denied, 'compute.instances.create'),
    revoke: () => {
      fake.isRevoked = true;
    },
    tamper: (change) => {
      for (const instance of fake.state.instances) {
        if (change === 'stop') instance.status = 'TERMINATED';
        if (change === 'type') instance.type = 'e2-standard-2';
        if (change === 'tags') instance.labels = {};
      }
    },
    close: async () => {
      await room.close();
      await close();
    },
  };
};

const openAzure = async (): Promise<LiveCloud> => {
  const fake = createArmFake();
  fake.state.network = network();
  const pass = clockOf(fake);
  const { endpoint, close } = await fake.listen(pass);
  const machineBodies = () =>
    fake.state.resources.flatMap(({ path, body: { properties } }) => ('osProfile' in properties ? [{ path, properties }] : []));
  const room = openMachineRoom(() => {
    pass();
    return machinesIn(fake.truth(), (id) => {
      const data = machineBodies().find(({ path }) => path === id)?.properties.osProfile.customData ?? '';
      return Buffer.from(data, 'base64').toString();
    });
  });
  return {
    environment: { AZURE_RESOURCE_MANAGER_URL: endpoint, AZURE_AUTHORITY_HOST: endpoint },
    credentials: { cloud: 'azure', ...fake.account().credentials },
    holdings: fake.holdings,
    undocumented: fake.undocumented,
    ...denialOf(fake.denied, 'Microsoft.Compute/virtualMachines/write'),
    revoke: () => {
      fake.isRevoked = true;
    },
    tamper: (change) => {
      for (const { path, properties } of machineBodies()) {
        const machine = fake.state.resources.find((one) => one.path === path);
        if (machine !== undefined && change === 'stop') machine.power = 'stopped';
        if (machine !== undefined && change === 'tags') machine.body.tags = {};
        if (change === 'type') properties.hardwareProfile.vmSize = 'Standard_D2s_v5';
      }
    },
    close: async () => {
      await room.close();
      await close();
    },
  };
};

const openers: Readonly<Record<AccountCloud, () => Promise<LiveCloud>>> = {
  aws: openAws,
  digitalocean: openDigitalOcean,
  gcp: openGcp,
  azure: openAzure,
};

export const openLiveCloud = (cloud: AccountCloud): Promise<LiveCloud> => openers[cloud]();
