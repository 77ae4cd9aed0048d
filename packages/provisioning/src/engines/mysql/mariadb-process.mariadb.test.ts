import { describeConformance } from '../../testing/conformance.ts';
import { mysqlProbe } from '../../testing/mysql-probe.ts';
import { openProcessSubject } from '../../testing/process-subject.ts';

describeConformance('as a process', openProcessSubject, mysqlProbe);
