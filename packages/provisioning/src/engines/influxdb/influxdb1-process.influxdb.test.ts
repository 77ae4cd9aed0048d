import { describeConformance } from '../../testing/conformance.ts';
import { influxdb1Probe } from '../../testing/influxdb1-probe.ts';
import { openProcessSubject } from '../../testing/process-subject.ts';

describeConformance('as a process', openProcessSubject, influxdb1Probe);
