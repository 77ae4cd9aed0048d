export { type LiveCloud, openLiveCloud } from './clouds/live-clouds.ts';
export type { EngineProbe } from './conformance.ts';
export { openContainerSubject } from './container-subject.ts';
export { type DockerDaemon, startDockerDaemon } from './docker-daemon.ts';
export { influxdb1Probe } from './influxdb1-probe.ts';
export { mysqlProbe } from './mysql-probe.ts';
export { queryPostgres } from './postgres-probe.ts';
export { rabbitmqProbe } from './rabbitmq-probe.ts';
export { testImageTable } from './test-images.ts';
