import { type EngineAccess, ProviderError } from '@notafter/domain';
import { portOf } from '../engine-client.ts';
import { MysqlWire } from './mysql-wire.ts';

/** Statements that write end before; new ones wait meanwhile, so not for long. */
const WAIT_S = 20;
/** Lock wait timeout exceeded. */
const TIMED_OUT = '1205';

/**
 * Runs `copy` while no statement writes and every table is complete on the disk: InnoDB recovers from a copy of any moment, but
 * MyISAM and Aria do not. The lock ends with our connection, however that ends.
 */
export const underReadLock = async (access: EngineAccess, copy: () => Promise<void>, signal: AbortSignal): Promise<void> => {
  const wire = await MysqlWire.open({ ...access, port: portOf(access, 'native') }, signal);
  try {
    await wire.run(`SET SESSION lock_wait_timeout = ${WAIT_S}`);
    try {
      await wire.run('FLUSH TABLES WITH READ LOCK');
    } catch (error) {
      if (!(error instanceof ProviderError) || error.code !== TIMED_OUT) throw error;
      const message = `A statement has held its tables for more than ${WAIT_S} seconds, so the data could not be copied.`;
      throw new ProviderError('transient', message, { code: TIMED_OUT, cause: error });
    }
    await copy();
  } finally {
    wire.close();
  }
};
