import { mysqlProbe } from '@notafter/provisioning/testing';
import { describeEngineBackups } from '../testing/describe-engine-backups.ts';

describeEngineBackups(mysqlProbe, { tables: 1 });
