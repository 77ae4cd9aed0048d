import type { CloudSlug } from './clouds.ts';

/** The clouds that an account is needed for. */
export const accountClouds = ['aws', 'digitalocean', 'gcp', 'azure'] as const satisfies readonly CloudSlug[];
export type AccountCloud = (typeof accountClouds)[number];

export const isAccountCloud = (cloud: CloudSlug): cloud is AccountCloud => accountClouds.some((one) => one === cloud);

export interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of keys that end, which only an operator has. */
  readonly sessionToken?: string;
}

/** Of an application in Microsoft Entra ID. */
export interface AzureCredentials {
  readonly tenantId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly subscriptionId: string;
}

/** The credentials that Notafter signs in to a cloud with, in the cloud's own words. */
export type CloudCredentials =
  | ({ readonly cloud: 'aws' } & Omit<AwsKeys, 'sessionToken'>)
  | { readonly cloud: 'digitalocean'; readonly token: string }
  /** The key file of a service account, in JSON. */
  | { readonly cloud: 'gcp'; readonly key: string }
  | ({ readonly cloud: 'azure' } & AzureCredentials);

interface CredentialField {
  readonly name: string;
  readonly label: string;
  readonly isSecret: boolean;
  /** A text of several lines. */
  readonly isLong?: true;
  /** Where people find it; a sentence. */
  readonly hint?: string;
}

/** The fields of each cloud's credentials, in the order of the console there. */
export const credentialFields: Readonly<Record<AccountCloud, readonly CredentialField[]>> = {
  aws: [
    { name: 'accessKeyId', label: 'Access key ID', isSecret: false, hint: 'Of an IAM user that is only for Notafter.' },
    { name: 'secretAccessKey', label: 'Secret access key', isSecret: true },
  ],
  digitalocean: [
    { name: 'token', label: 'Personal access token', isSecret: true, hint: 'With the scopes droplet, block_storage, firewall and tag.' },
  ],
  gcp: [
    {
      name: 'key',
      label: 'Key of a service account',
      isSecret: true,
      isLong: true,
      hint: 'The whole JSON file that Google Cloud gives you.',
    },
  ],
  azure: [
    { name: 'tenantId', label: 'Directory (tenant) ID', isSecret: false },
    { name: 'clientId', label: 'Application (client) ID', isSecret: false },
    { name: 'clientSecret', label: 'Client secret', isSecret: true, hint: 'Its value, not its ID.' },
    { name: 'subscriptionId', label: 'Subscription ID', isSecret: false },
  ],
};
