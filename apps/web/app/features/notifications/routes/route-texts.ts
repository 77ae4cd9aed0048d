import { andList } from '@notafter/domain';
import type { CertificateAlerts } from '../types.ts';

type Subject = CertificateAlerts['routes'][number];
type Receiver = CertificateAlerts['channels'][number];

const OWNER = 'owner=';

/** The certificates of a route. */
export const subjectText = ({ tag, environment }: Pick<Subject, 'tag' | 'environment'>): string => {
  if (tag !== null) return tag.startsWith(OWNER) ? `owner ${tag.slice(OWNER.length)}` : `tag ${tag}`;
  return environment === null ? 'a deleted environment' : `environment ${environment.name}`;
};

export const receiverText = ({ name, delivers }: Receiver): string => (delivers ? name : `${name} (not delivering)`);

/** The routes that match a certificate. */
export const routesText = (routes: readonly Subject[]): string => {
  if (routes.length === 0) return 'the default route';
  return `the ${routes.length === 1 ? 'route' : 'routes'} of ${andList(routes.map(subjectText))}`;
};
