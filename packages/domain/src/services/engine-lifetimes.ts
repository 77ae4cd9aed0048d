import type { SolutionSlug } from './solutions.ts';

type Lifetimes = Readonly<Record<string, string>>;

/**
 * The last day of updates by release, where the project publishes it: https://www.postgresql.org/support/versioning/,
 * Oracle's lifetime support policy, https://mariadb.org/about/#maintenance-policy, https://www.rabbitmq.com/release-information,
 * https://grafana.com/docs/grafana/latest/upgrade-guide/when-to-upgrade/. InfluxDB publishes none for 1 and 2.
 */
const postgres: Lifetimes = { 14: '2026-11-12', 15: '2027-11-11', 16: '2028-11-09', 17: '2029-11-08', 18: '2030-11-14' };
const mysql: Lifetimes = { '8.0': '2026-04-30', '8.4': '2032-04-30' };
const mariadb: Lifetimes = { '10.6': '2026-07-06', '10.11': '2028-02-16' };
const rabbitmq: Lifetimes = { '3.9': '2023-01-31', '3.10': '2023-07-31', '3.11': '2023-12-31', '3.12': '2024-06-30' };
const grafana: Lifetimes = { '13.1': '2027-03-20', '13.2': '2027-05-18' };

const lifetimesOf = (slug: SolutionSlug, version: string): Lifetimes => {
  if (slug === 'mysql') return /mariadb/i.test(version) ? mariadb : mysql;
  const known: Partial<Record<SolutionSlug, Lifetimes>> = { postgres, rabbitmq, grafana };
  return known[slug] ?? {};
};

/** The end of an engine's last day with updates, by the version that it answered; null if its project publishes none. */
export const engineEndOfLife = (slug: SolutionSlug, version: string): Date | null => {
  const number = /\d+(?:\.\d+)*/.exec(version)?.[0] ?? '';
  const [, day] = Object.entries(lifetimesOf(slug, version)).find(([release]) => `${number}.`.startsWith(`${release}.`)) ?? [];
  return day === undefined ? null : new Date(`${day}T23:59:59Z`);
};
