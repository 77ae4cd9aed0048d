import type { SolutionSlug } from '@notafter/domain';
import type { ContainerRecipes } from '../containers/container-recipe.ts';
import { grafanaContainer } from '../engines/grafana/grafana-container.ts';
import { influxdb1Container } from '../engines/influxdb/influxdb1-container.ts';
import { influxdb1Process } from '../engines/influxdb/influxdb1-process.ts';
import { influxdb2Container } from '../engines/influxdb/influxdb2-container.ts';
import { mariadbProcess } from '../engines/mysql/mariadb-process.ts';
import { mysqlContainer } from '../engines/mysql/mysql-container.ts';
import { createPostgresContainer } from '../engines/postgres/postgres-container.ts';
import { postgresProcess } from '../engines/postgres/postgres-process.ts';
import { rabbitmqContainer } from '../engines/rabbitmq/rabbitmq-container.ts';
import { rabbitmqProcess } from '../engines/rabbitmq/rabbitmq-process.ts';
import type { ProcessRecipes } from '../processes/process-runner.ts';

/** How each solution runs in a container. Decision 045 says which were proven with a real engine. */
export const containerRecipes: ContainerRecipes = {
  postgres: createPostgresContainer('postgres'),
  timescaledb: createPostgresContainer('timescaledb'),
  mysql: mysqlContainer,
  influxdbv1: influxdb1Container,
  influxdbv2: influxdb2Container,
  rabbitmq: rabbitmqContainer,
  grafana: grafanaContainer,
};

/** How each solution runs as a process of the machine. */
export const processRecipes: ProcessRecipes = {
  postgres: postgresProcess,
  mysql: mariadbProcess,
  influxdbv1: influxdb1Process,
  rabbitmq: rabbitmqProcess,
};

/** Why a solution has no recipe. */
export const missingRecipes: Readonly<Partial<Record<SolutionSlug, string>>> = {
  clickhouse: 'It was not tried with a real engine.',
  superset: 'It speaks no TLS by itself, and needs another database.',
  loki: 'It has no sign-in.',
  questdb: 'It speaks TLS in its Enterprise edition only.',
  metabase: 'Its first user has to be created over HTTP, before it is protected.',
};
