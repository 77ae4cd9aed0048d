import { rabbitmqProbe } from '@notafter/provisioning/testing';
import { describeEngineBackups } from '../testing/describe-engine-backups.ts';

describeEngineBackups(rabbitmqProbe, { tables: 0 });
