import { type ApiKeyPermissions, plural } from '@notafter/domain';
import type { ApiKey } from '../types.ts';

export const permissionWords = (permissions: ApiKeyPermissions): string =>
  [...(permissions.read ? ['Read'] : []), ...(permissions.write ? ['Write'] : []), ...(permissions.delete ? ['Delete'] : [])].join(', ');

export const scopeWords = (scope: ApiKey['scope']): string => {
  if (scope === null) return 'All certificates';
  if ('tag' in scope) return `Tag ${scope.tag.name}=${scope.tag.value}`;
  return scope.environment.name === null ? 'Deleted environment: no certificates' : `Environment ${scope.environment.name}`;
};

/** Limits of a key in addition to its permissions; null without any. */
export const limitWords = ({ scope, allowedAddresses }: Pick<ApiKey, 'scope' | 'allowedAddresses'>): string | null => {
  const { length } = allowedAddresses;
  const addresses = length === 0 ? [] : [length === 1 ? `from ${allowedAddresses[0]}` : `from ${plural(length, 'address', 'addresses')}`];
  const words = [...(scope === null ? [] : [scopeWords(scope)]), ...addresses];
  return words.length === 0 ? null : words.join(', ');
};
