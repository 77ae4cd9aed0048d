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

describeDataBackups('in a container', open, { by, probe: { ...postgresProbe, solution: 'postgres' }, kills: [200, 600] });
describeDataBackups('in a container', open, {
  by,
  probe: { ...mysqlProbe, solution: 'mysql' },
  kills: [200, 300, 400, 500, 600, 800, 1000],
});
describeDataBackups('in a container', open, { by, probe: { ...influxdb1Probe, solution: 'influxdbv1' }, kills: [300, 500] });
describeDataBackups('in a container', open, { by, probe: { ...rabbitmqProbe, solution: 'rabbitmq' }, kills: [2000, 8000] });
