import { addMs, brandId, DAY_MS } from '@notafter/domain';
import { NOW } from '../../../testing/now.ts';
import type { ApiKey, Token } from '../types.ts';

export const sampleToken = (given: Partial<Token> = {}): Token => ({
  id: brandId('0198b5a0-0000-7000-8000-000000000001'),
  name: 'laptop',
  ending: 'Zk4w',
  createdAt: addMs(NOW, -40 * DAY_MS),
  lastUsedAt: null,
  expiresAt: null,
  status: 'active',
  ...given,
});

export const sampleApiKey = (given: Partial<ApiKey> = {}): ApiKey => ({
  id: brandId('0198b5a0-0000-7000-8000-000000000002'),
  name: 'terraform-prod',
  ending: '8Qw2',
  permissions: { read: true, write: false, delete: false },
  scope: null,
  allowedAddresses: [],
  replacedBy: null,
  createdAt: NOW,
  lastUsedAt: null,
  expiresAt: addMs(NOW, 90 * DAY_MS),
  status: 'active',
  ...given,
});
