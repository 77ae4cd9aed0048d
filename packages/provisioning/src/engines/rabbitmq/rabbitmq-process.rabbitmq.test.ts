import { describeConformance } from '../../testing/conformance.ts';
import { openProcessSubject } from '../../testing/process-subject.ts';
import { rabbitmqProbe } from '../../testing/rabbitmq-probe.ts';

describeConformance('as a process', openProcessSubject, rabbitmqProbe, { killsCallers: false });
