import { createHash } from 'node:crypto';
import {
  type AccountCloud,
  type CloudCredentials,
  type CloudDriver,
  clouds,
  forEachSolution,
  type ServiceSpec,
  type SolutionSupport,
} from '@notafter/domain';
import { defaultImages, type ServiceImages } from '../containers/images.ts';
import { type AwsAccount, createAwsCloud } from './aws/aws-cloud.ts';
import { createAzureCloud } from './azure/azure-cloud.ts';
import { createDigitalOceanCloud } from './digitalocean/digitalocean-cloud.ts';
import { firstSecretOf, reasonAgainstMachine } from './first-boot/machine-engines.ts';
import { writeUserData } from './first-boot/user-data.ts';
import { createGcpCloud } from './gcp/gcp-cloud.ts';
import { GOOGLE_TOKEN_URL } from './gcp/gcp-key.ts';
import type { MachineCloud } from './machine-cloud.ts';
import { createMachineDriver } from './machine-driver.ts';

/** The operator's account on AWS may be one that its SDK finds by itself. */
export type CloudAccount = CloudCredentials | { readonly cloud: 'aws'; readonly credentials: AwsAccount['credentials'] };

export interface CloudDriverOptions {
  /** Of the clouds' APIs; null: the cloud's own. */
  readonly endpoints: Readonly<Record<AccountCloud | 'gcpToken' | 'azureLogin', string | null>>;
  /** Null: the built-in table. */
  readonly images: ServiceImages | null;
  /** Where machines call this server. */
  readonly publicUrl: string;
  /** Addresses that this server connects from; empty: not known. */
  readonly ownAddresses: readonly string[];
}

const isLoopback = (url: string): boolean => /^(localhost|127\..*|\[::1\])$/.test(new URL(url).hostname);

/** A machine on the internet reaches this server only by its public address, and a reader of its token on the way could take its place. */
const reasonAgainstCalls = (publicUrl: string, endpoint: string | null): string | null => {
  if (isLoopback(publicUrl)) {
    const isHere = endpoint !== null && isLoopback(endpoint);
    return isHere ? null : `Machines of a cloud can't reach this server at ${publicUrl}. Set PUBLIC_URL to an address on the internet.`;
  }
  return publicUrl.startsWith('https:') ? null : 'Machines of a cloud call this server, which needs https: PUBLIC_URL begins with http.';
};

const common = { now: Date.now, fetch: globalThis.fetch };

const cloudOf = (account: CloudAccount, { endpoints }: CloudDriverOptions): MachineCloud => {
  switch (account.cloud) {
    case 'aws': {
      const credentials =
        'credentials' in account ? account.credentials : { accessKeyId: account.accessKeyId, secretAccessKey: account.secretAccessKey };
      return createAwsCloud({ endpoint: endpoints.aws, credentials, regions: clouds.aws.regions.map(({ code }) => code) });
    }
    case 'digitalocean':
      return createDigitalOceanCloud({ credentials: { token: account.token }, endpoint: endpoints.digitalocean, ...common });
    case 'gcp': {
      const tokenUrl = endpoints.gcpToken ?? GOOGLE_TOKEN_URL;
      return createGcpCloud({ credentials: { key: account.key }, endpoint: endpoints.gcp, tokenUrl, ...common });
    }
    case 'azure': {
      const { cloud: _cloud, ...credentials } = account;
      return createAzureCloud({ credentials, endpoint: endpoints.azure, authorityHost: endpoints.azureLogin, ...common });
    }
  }
};

/** The same at each call for a service, so that a machine that is asked for twice is the same machine. */
const saltOf = (token: string): Buffer => createHash('sha256').update(`salt\0${token}`).digest().subarray(0, 16);

/** Runs services on machines of an account. Whether it may do so is known after `check`. */
export const createCloudDriver = (account: CloudAccount, options: CloudDriverOptions): CloudDriver => {
  const { publicUrl, ownAddresses } = options;
  const images = options.images ?? defaultImages;
  const cloud: AccountCloud = account.cloud;
  const unreachable = reasonAgainstCalls(publicUrl, options.endpoints[cloud]);
  const solutions = forEachSolution((slug): SolutionSupport => {
    const image = images[slug];
    const reason = unreachable ?? reasonAgainstMachine(slug, image);
    return reason === null ? { runs: true, by: 'machine', version: image?.version ?? '' } : { runs: false, reason };
  });
  const userData = async ({ solution, credentials, certificate }: ServiceSpec, device: string): Promise<string> => {
    const image = images[solution];
    if (image === undefined || !('token' in certificate)) throw new Error('A machine needs an image, and makes its own key.');
    const verifier = await firstSecretOf(solution, credentials, saltOf(certificate.token));
    return writeUserData({ solution, image, user: credentials.user, verifier, device, bootstrap: certificate });
  };
  return createMachineDriver({ cloud: cloudOf(account, options), solutions, userData, ownAddresses });
};

/** Keeps the drivers of accounts, which remember connections and where services are. An account with other credentials is another one. */
export const createAccountDrivers = (options: CloudDriverOptions): ((credentials: CloudCredentials) => CloudDriver) => {
  const known = new Map<string, CloudDriver>();
  return (credentials) => {
    const key = createHash('sha256').update(JSON.stringify(credentials)).digest('base64');
    const driver = known.get(key) ?? createCloudDriver(credentials, options);
    known.delete(key);
    known.set(key, driver);
    const [oldest] = known.keys();
    if (known.size > DRIVERS_MAX && oldest !== undefined) known.delete(oldest);
    return driver;
  };
};

const DRIVERS_MAX = 200;
