import { afterAll, beforeAll } from 'vitest';
import { openContainerSubject } from '../testing/container-subject.ts';
import { describeDataBackups } from '../testing/describe-data-backups.ts';
import { type DockerDaemon, startDockerDaemon } from '../testing/docker-daemon.ts';
import { influxdb1Probe } from '../testing/influxdb1-probe.ts';
import { mysqlProbe } from '../testing/mysql-probe.ts';
import { postgresProbe } from '../testing/postgres-probe.ts';
import { rabbitmqProbe } from '../testing/rabbitmq-probe.ts';

let daemon: DockerDaemon;
beforeAll(async () => {
  daemon = await startDockerDaemon();
});
afterAll(() => daemon.close());

const open = () => openContainerSubject(daemon);
const by = 'container';

describeDataBackups('in a container', open, { by, probe: { ...postgresProbe, solution: 'postgres' }, kills: [] });
describeDataBackups('in a container', open, {
  by,
  probe: { ...mysqlProbe, solution: 'mysql' },
  kills: [200, 400, 600, 900],
});
describeDataBackups('in a container', open, { by, probe: { ...influxdb1Probe, solution: 'influxdbv1' }, kills: [] });
describeDataBackups('in a container', open, { by, probe: { ...rabbitmqProbe, solution: 'rabbitmq' }, kills: [] });
