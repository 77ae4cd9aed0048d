import { describeConformance } from '../testing/conformance.ts';
import { postgresProbe } from '../testing/postgres-probe.ts';
import { openProcessSubject } from '../testing/process-subject.ts';

describeConformance('as a process', openProcessSubject, postgresProbe);
