import { describeDataBackups } from '../testing/describe-data-backups.ts';
import { influxdb1Probe } from '../testing/influxdb1-probe.ts';
import { openProcessSubject } from '../testing/process-subject.ts';

describeDataBackups('as a process', openProcessSubject, {
  by: 'process',
  probe: { ...influxdb1Probe, solution: 'influxdbv1' },
  kills: [100, 300, 400, 600],
});
