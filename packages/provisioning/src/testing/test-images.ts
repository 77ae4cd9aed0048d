import type { ServiceImages } from '../containers/images.ts';

/** The images that tests import, and how the engine is to start them. */
export const testImages = [
  { image: 'notafter-test/postgres:15', entrypoint: 'postgres-entrypoint.sh' },
  { image: 'notafter-test/mysql:10.11', entrypoint: 'mysql-entrypoint.sh' },
  { image: 'notafter-test/influxdb:1.6', entrypoint: 'influxdb1-entrypoint.sh' },
  { image: 'notafter-test/rabbitmq:3.10', entrypoint: 'rabbitmq-entrypoint.sh' },
] as const;

/** A table of them, as SERVICES_IMAGES would have it. */
export const testImageTable: ServiceImages = {
  postgres: { image: testImages[0].image, version: '15', uid: 999, data: '/var/lib/postgresql' },
  mysql: { image: testImages[1].image, version: 'MariaDB 10.11', uid: 999, data: '/var/lib/mysql' },
  influxdbv1: { image: testImages[2].image, version: '1.6', uid: 1500, data: '/var/lib/influxdb' },
  rabbitmq: { image: testImages[3].image, version: '3.10', uid: 999, data: '/var/lib/rabbitmq' },
};
