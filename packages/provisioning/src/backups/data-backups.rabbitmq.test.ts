import { describeDataBackups } from '../testing/describe-data-backups.ts';
import { openProcessSubject } from '../testing/process-subject.ts';
import { rabbitmqProbe } from '../testing/rabbitmq-probe.ts';

describeDataBackups('as a process', openProcessSubject, {
  by: 'process',
  probe: { ...rabbitmqProbe, solution: 'rabbitmq' },
  kills: [3000, 8000],
});
