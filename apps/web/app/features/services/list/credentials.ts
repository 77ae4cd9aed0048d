import { type AccountCloud, accountClouds, type CloudCredentials, credentialFields } from '@notafter/domain';

/** Every field of every cloud, so that what was typed survives another choice of the cloud. */
export const emptyCredentials: Readonly<Record<string, string>> = Object.fromEntries(
  accountClouds.flatMap((cloud) => credentialFields[cloud].map(({ name }) => [name, ''])),
);

/** The credentials of a cloud among the fields of a form. */
export const credentialsOf = (cloud: AccountCloud, typed: Readonly<Record<string, string>>): CloudCredentials => {
  const given = (name: string): string => typed[name] ?? '';
  switch (cloud) {
    case 'aws':
      return { cloud, accessKeyId: given('accessKeyId'), secretAccessKey: given('secretAccessKey') };
    case 'digitalocean':
      return { cloud, token: given('token') };
    case 'gcp':
      return { cloud, key: given('key') };
    case 'azure':
      return {
        cloud,
        tenantId: given('tenantId'),
        clientId: given('clientId'),
        clientSecret: given('clientSecret'),
        subscriptionId: given('subscriptionId'),
      };
  }
};
