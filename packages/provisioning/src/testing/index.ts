export { openContainerSubject } from './container-subject.ts';
export { type DockerDaemon, startDockerDaemon } from './docker-daemon.ts';
export { queryPostgres } from './postgres-probe.ts';
export { testImageTable } from './test-images.ts';
