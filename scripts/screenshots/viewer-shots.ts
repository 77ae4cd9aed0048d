import type { Shot } from './shot.ts';

/** The main screens as a viewer, without the actions of admins. */
export const viewerShots = (pathOf: (name: string) => string): readonly Shot[] => [
  { name: 'viewer-certificates', as: 'viewer', path: '/certificates' },
  { name: 'viewer-detail', as: 'viewer', path: pathOf('shop') },
  { name: 'viewer-add', as: 'viewer', path: '/certificates/add' },
  { name: 'viewer-discovery', as: 'viewer', path: '/discovery' },
  { name: 'viewer-notifications', as: 'viewer', path: '/notifications' },
  { name: 'viewer-channels', as: 'viewer', path: '/notifications?tab=channels' },
  { name: 'viewer-smart', as: 'viewer', path: '/notifications?tab=smart' },
  { name: 'viewer-team', as: 'viewer', path: '/users' },
  { name: 'viewer-billing', as: 'viewer', path: '/billing' },
  { name: 'viewer-profile', as: 'viewer', path: '/settings?tab=0' },
  { name: 'viewer-audit', as: 'viewer', path: '/audit' },
];
