import { influxdb1Probe } from '@notafter/provisioning/testing';
import { describeEngineBackups } from '../testing/describe-engine-backups.ts';

describeEngineBackups(influxdb1Probe, { tables: 0 });
