import { DomainError, type Entitlements } from '@notafter/domain';

/** Throws `api_keys_plan` where the plan has none. */
export const requireApiKeys = ({ apiKeys }: Pick<Entitlements, 'apiKeys'>): void => {
  if (!apiKeys) throw new DomainError('api_keys_plan');
};
