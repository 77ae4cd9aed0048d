import type { ApiKeyLifetime, ApiKeyPermissions } from '@notafter/domain';

export const permissionWords = ({ read, write }: ApiKeyPermissions): string =>
  [...(read ? ['Read'] : []), ...(write ? ['Write'] : [])].join(', ');

export const lifetimeWords = (days: ApiKeyLifetime): string => (days === null ? 'Never' : `${days} days`);
