import type { AdminUseCase } from '@notafter/trpc';
import type { IconName } from '../ui/icons.tsx';

export interface NavigationLink {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  /** Shown only to those whose role allows it; without one, to everybody. */
  readonly useCase?: AdminUseCase;
  /** Shown only where plans are sold. */
  readonly soldOnly?: true;
  /** Shown only to platform administrators. */
  readonly platformOnly?: true;
}

export interface NavigationGroup {
  readonly label: string;
  readonly links: readonly NavigationLink[];
}

/** The sidebar, in the specification's groups and order (spec 1 section 2). An entry comes with the screen it leads to. */
export const navigationGroups: readonly NavigationGroup[] = [
  {
    label: 'Main',
    links: [
      { to: '/certificates', label: 'Certificates', icon: 'certificate' },
      { to: '/analytics', label: 'Analytics', icon: 'chart' },
      { to: '/discovery', label: 'Discovery', icon: 'discovery' },
      { to: '/transparency', label: 'Transparency', icon: 'eye' },
      { to: '/notifications', label: 'Notifications', icon: 'bell' },
      { to: '/users', label: 'Team', icon: 'team' },
      { to: '/billing', label: 'Billing', icon: 'card', soldOnly: true },
    ],
  },
  {
    label: 'Management',
    links: [
      { to: '/certificates/add', label: 'Add Certificate', icon: 'plus', useCase: 'certificates/add-certificate' },
      { to: '/services', label: 'Services', icon: 'database' },
      { to: '/settings', label: 'Settings', icon: 'sliders' },
      { to: '/trust-anchors', label: 'Trust anchors', icon: 'lock', useCase: 'certificates/add-anchor-set' },
      { to: '/collectors', label: 'Collectors', icon: 'nodes' },
      { to: '/audit', label: 'Audit log', icon: 'log', useCase: 'audit/list-audit-log' },
      { to: '/admin', label: 'Administration', icon: 'shield', platformOnly: true },
    ],
  },
  {
    label: 'Account',
    links: [
      { to: '/settings?tab=0', label: 'Profile', icon: 'person' },
      { to: '/settings?tab=1', label: 'Tokens', icon: 'key' },
    ],
  },
  { label: 'Support', links: [{ to: '/help', label: 'Help', icon: 'help' }] },
];

/** Whether a screen is there: what leads to one that is not is left out. */
export const hasScreen = (path: string): boolean => navigationGroups.some(({ links }) => links.some(({ to }) => to === path));

/** The entry for a place: the one of this very address, else the longest that the path lies at or below. */
export function currentLink(pathname: string, search = ''): string | null {
  const all = navigationGroups.flatMap((group) => group.links.map((link) => link.to));
  if (search !== '' && all.includes(`${pathname}${search}`)) return `${pathname}${search}`;
  const above = all.filter((to) => pathname === to || pathname.startsWith(`${to}/`));
  return above.reduce<string | null>((longest, to) => (longest === null || to.length > longest.length ? to : longest), null);
}

/** Its label, for a screen that could not say its own title. */
export const currentLabel = (pathname: string): string => {
  const current = currentLink(pathname);
  return navigationGroups.flatMap((group) => group.links).find((link) => link.to === current)?.label ?? 'Notafter';
};
