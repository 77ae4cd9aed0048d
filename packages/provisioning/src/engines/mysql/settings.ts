import type { ServiceSize } from '@notafter/domain';

const clamp = (value: number, least: number, most: number): number => Math.round(Math.min(most, Math.max(least, value)));

/** Settings of MySQL and MariaDB for a size: half of the memory as InnoDB's cache. */
export const mysqlSettings = ({ memoryMib }: ServiceSize): Readonly<Record<string, string>> => ({
  'innodb-buffer-pool-size': `${clamp(memoryMib / 2, 64, 65_536)}M`,
  'max-connections': String(clamp(memoryMib / 20, 25, 1000)),
  'require-secure-transport': 'ON',
  // Users are of any host. Where name servers don't answer, each connection would wait for them.
  'skip-name-resolve': 'ON',
  'tls-version': 'TLSv1.2,TLSv1.3',
  'local-infile': '0',
});
