import type { EndpointProtocol } from '../certificates/checks/observation.ts';

export const solutionSlugs = [
  'clickhouse',
  'influxdbv1',
  'influxdbv2',
  'postgres',
  'grafana',
  'superset',
  'rabbitmq',
  'loki',
  'timescaledb',
  'questdb',
  'metabase',
  'mysql',
] as const;
export type SolutionSlug = (typeof solutionSlugs)[number];

export const solutionCategories = ['Database', 'Data Visualization', 'Message Broker'] as const;
export type SolutionCategory = (typeof solutionCategories)[number];

/** A port of a solution, which carries TLS. */
export interface SolutionPort {
  /** Unique within the solution: `native`, `mqtt`, `ui`. */
  readonly name: string;
  readonly port: number;
  /** How TLS begins, as the monitor of the service probes it. */
  readonly protocol: EndpointProtocol;
}

export interface Solution {
  readonly name: string;
  readonly description: string;
  readonly category: SolutionCategory;
  /** Offered on every cloud; the others on `local`, where they can run. */
  readonly isOffered: boolean;
  /** The first one is the port of the Connection Information. */
  readonly ports: readonly [SolutionPort, ...SolutionPort[]];
  /** Null: people choose it when they first open the service. */
  readonly defaultUser: string | null;
  /** Resource IDs begin with it. */
  readonly prefix: string;
  /** The engine needs at least this to start. */
  readonly minMemoryMib: number;
}

const tls = (port: number, name = 'native'): SolutionPort => ({ name, port, protocol: 'tls' });

/** Every solution that a service can run, in the order of the catalog. Ports and users are those of the specification. */
export const solutions: Readonly<Record<SolutionSlug, Solution>> = {
  clickhouse: {
    name: 'ClickHouse',
    description: 'Columnar, for analytics over billions of rows',
    category: 'Database',
    isOffered: true,
    ports: [tls(9000)],
    defaultUser: 'clickadmin',
    prefix: 'ch',
    minMemoryMib: 1024,
  },
  influxdbv1: {
    name: 'InfluxDB 1',
    description: 'Time series, InfluxQL',
    category: 'Database',
    isOffered: true,
    ports: [tls(8086)],
    defaultUser: 'admin',
    prefix: 'in1',
    minMemoryMib: 256,
  },
  influxdbv2: {
    name: 'InfluxDB 2',
    description: 'Time series, Flux and buckets',
    category: 'Database',
    isOffered: true,
    ports: [tls(8086)],
    defaultUser: 'admin',
    prefix: 'in2',
    minMemoryMib: 512,
  },
  postgres: {
    name: 'PostgreSQL',
    description: 'Relational, with extensions',
    category: 'Database',
    isOffered: true,
    ports: [{ name: 'native', port: 5432, protocol: 'postgres' }],
    defaultUser: 'postgres',
    prefix: 'pg',
    minMemoryMib: 128,
  },
  grafana: {
    name: 'Grafana',
    description: 'Dashboards and alerts',
    category: 'Data Visualization',
    isOffered: true,
    ports: [tls(3000)],
    defaultUser: 'admin',
    prefix: 'gr',
    minMemoryMib: 256,
  },
  superset: {
    name: 'Superset',
    description: 'BI and SQL exploration',
    category: 'Data Visualization',
    isOffered: true,
    ports: [tls(443)],
    defaultUser: 'supersetadmin',
    prefix: 'ss',
    minMemoryMib: 2048,
  },
  rabbitmq: {
    name: 'RabbitMQ',
    description: 'MQTT and AMQP',
    category: 'Message Broker',
    isOffered: true,
    ports: [tls(5672), tls(1883, 'mqtt'), tls(443, 'ui')],
    defaultUser: 'rabbitadmin',
    prefix: 'rmq',
    minMemoryMib: 256,
  },
  loki: {
    name: 'Loki',
    description: 'Logs, searched by label',
    category: 'Database',
    isOffered: false,
    ports: [tls(3100)],
    defaultUser: 'loki-user',
    prefix: 'lk',
    minMemoryMib: 256,
  },
  timescaledb: {
    name: 'TimescaleDB',
    description: 'Time series in PostgreSQL',
    category: 'Database',
    isOffered: false,
    ports: [{ name: 'native', port: 5432, protocol: 'postgres' }],
    defaultUser: 'postgres',
    prefix: 'ts',
    minMemoryMib: 512,
  },
  questdb: {
    name: 'QuestDB',
    description: 'Time series in SQL, fast to write',
    category: 'Database',
    isOffered: false,
    ports: [{ name: 'native', port: 8812, protocol: 'postgres' }],
    defaultUser: 'admin',
    prefix: 'qd',
    minMemoryMib: 1024,
  },
  metabase: {
    name: 'Metabase',
    description: 'Questions and dashboards for everyone',
    category: 'Data Visualization',
    isOffered: false,
    ports: [tls(443)],
    defaultUser: null,
    prefix: 'mb',
    minMemoryMib: 1536,
  },
  mysql: {
    name: 'MySQL',
    description: 'Relational',
    category: 'Database',
    isOffered: false,
    ports: [{ name: 'native', port: 3306, protocol: 'mysql' }],
    defaultUser: 'root',
    prefix: 'my',
    minMemoryMib: 512,
  },
};

/** The name that people know the engine by: MariaDB may serve under `mysql`. `version` is what the engine answered. */
export const solutionName = (slug: SolutionSlug, version: string | null): string =>
  slug === 'mysql' && /mariadb/i.test(version ?? '') ? 'MariaDB' : solutions[slug].name;

/** Whether a text has the form of a resource ID; any other names no service. */
export const isResourceId = (text: string): boolean => /^[a-z0-9]{2,4}-[0-9a-f]{8}$/.test(text);

/** A value for each solution. */
export const forEachSolution = <Value>(pick: (slug: SolutionSlug) => Value): Readonly<Record<SolutionSlug, Value>> => ({
  clickhouse: pick('clickhouse'),
  influxdbv1: pick('influxdbv1'),
  influxdbv2: pick('influxdbv2'),
  postgres: pick('postgres'),
  grafana: pick('grafana'),
  superset: pick('superset'),
  rabbitmq: pick('rabbitmq'),
  loki: pick('loki'),
  timescaledb: pick('timescaledb'),
  questdb: pick('questdb'),
  metabase: pick('metabase'),
  mysql: pick('mysql'),
});
