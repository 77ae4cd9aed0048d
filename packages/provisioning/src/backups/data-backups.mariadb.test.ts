import { describeDataBackups } from '../testing/describe-data-backups.ts';
import { mysqlProbe } from '../testing/mysql-probe.ts';
import { openProcessSubject } from '../testing/process-subject.ts';

describeDataBackups('as a process', openProcessSubject, {
  by: 'process',
  probe: { ...mysqlProbe, solution: 'mysql' },
  kills: Array.from({ length: 12 }, (_, moment) => 10 + moment * 75),
});
