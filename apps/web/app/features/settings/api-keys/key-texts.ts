import type { ApiKeyPermissions, CredentialLifetime } from '@notafter/domain';

export const permissionWords = (permissions: ApiKeyPermissions): string =>
  [...(permissions.read ? ['Read'] : []), ...(permissions.write ? ['Write'] : []), ...(permissions.delete ? ['Delete'] : [])].join(', ');

export const lifetimeWords = (days: CredentialLifetime): string => (days === null ? 'Never' : `${days} days`);
