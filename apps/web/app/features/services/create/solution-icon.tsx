import type { SolutionSlug } from '@notafter/domain';
import { Drawing, Icon } from '../../../ui/icons.tsx';

const chart = 'M3.5 16.5h13M6 13.5v-4M10 13.5v-8M14 13.5v-5.5';

/** Of solutions that are not databases. */
const drawings: Readonly<Partial<Record<SolutionSlug, string>>> = {
  grafana: 'M3.5 15a7.5 7.5 0 1 1 13 0M10 12.5l3-4.5',
  superset: chart,
  metabase: chart,
  rabbitmq: 'M3.5 5h9v4h-9zM7.5 11h9v4h-9zM14 7h2.5M3.5 13H6',
};

export function SolutionIcon({ solution }: { readonly solution: SolutionSlug }) {
  const shapes = drawings[solution];
  return shapes === undefined ? <Icon name={solution === 'loki' ? 'log' : 'database'} /> : <Drawing shapes={shapes} />;
}

export const CloudIcon = () => <Drawing shapes="M6 15.5a3.5 3.5 0 0 1-.3-7A4.8 4.8 0 0 1 15 8.8a3.4 3.4 0 0 1-.6 6.7z" />;
