import { UsageError } from '@notafter/command-line';
import type { CollectorConfig } from '../config/config.ts';
import { readConfig } from '../config/read-config.ts';
import { isEnrolledAt } from '../spool/open-spool.ts';
import { type Identity, openSpool, type Spool } from '../spool/spool.ts';

export interface OpenCollector {
  readonly config: CollectorConfig;
  readonly identity: Identity;
  readonly spool: Spool;
}

/** Opens an enrolled collector. Throws UsageError if this is none. The caller closes the spool. */
export const openCollector = (configFile: string, command: string): OpenCollector => {
  const config = readConfig(configFile, command);
  const spool = isEnrolledAt(config.dataDir) ? openSpool(config.dataDir) : null;
  const identity = spool?.findIdentity() ?? null;
  if (spool !== null && identity !== null)
    return { config, identity: { ...identity, serverUrl: config.serverUrl ?? identity.serverUrl }, spool };
  spool?.close();
  throw new UsageError(`No collector is enrolled in ${config.dataDir}. Create a token on the server, and run: enroll TOKEN`, 'enroll');
};
