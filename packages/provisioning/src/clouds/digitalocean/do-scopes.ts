import type { ApiRequest } from './do-client.ts';

/** IDs that nothing of an account has. */
const DROPLET = '/droplets/1';
const VOLUME = '/volumes/00000000-0000-4000-8000-000000000000';
const FIREWALL = '/firewalls/00000000-0000-4000-8000-000000000000';
const NOTHING = {};

/**
 * DigitalOcean has no dry run and does not list the scopes of a token. These requests can't change anything: they lack all that they
 * need, or are about nothing. Without the scope they are answered 403, with it 404 or 422.
 */
export const scopeQuestions: readonly ApiRequest[] = [
  { method: 'GET', path: '/droplets', query: { per_page: '1' }, scope: 'droplet:read' },
  { method: 'POST', path: '/droplets', body: NOTHING, scope: 'droplet:create' },
  { method: 'POST', path: `${DROPLET}/actions`, body: NOTHING, scope: 'droplet:update' },
  { method: 'DELETE', path: DROPLET, scope: 'droplet:delete' },
  { method: 'GET', path: '/volumes', query: { per_page: '1' }, scope: 'block_storage:read' },
  { method: 'POST', path: '/volumes', body: NOTHING, scope: 'block_storage:create' },
  { method: 'POST', path: `${VOLUME}/actions`, body: NOTHING, scope: 'block_storage_action:create' },
  { method: 'DELETE', path: VOLUME, scope: 'block_storage:delete' },
  { method: 'GET', path: '/firewalls', query: { per_page: '1' }, scope: 'firewall:read' },
  { method: 'POST', path: '/firewalls', body: NOTHING, scope: 'firewall:create' },
  { method: 'PUT', path: FIREWALL, body: NOTHING, scope: 'firewall:update' },
  { method: 'DELETE', path: FIREWALL, scope: 'firewall:delete' },
  // Resources get their tags when they are made.
  { method: 'POST', path: '/tags', body: NOTHING, scope: 'tag:create' },
];
