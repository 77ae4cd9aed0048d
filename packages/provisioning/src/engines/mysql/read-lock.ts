import { type EngineAccess, ProviderError } from '@notafter/domain';
import { portOf } from '../engine-client.ts';
import { MysqlWire } from './mysql-wire.ts';

/** Statements that write end before; new ones wait meanwhile, so not for long. */
const WAIT_S = 20;
/** Of an engine that does not answer at all. */
const ANSWER_MS = 2 * WAIT_S * 1000;
/** Lock wait timeout exceeded. */
const TIMED_OUT = '1205';

const lockTables = async (wire: MysqlWire): Promise<void> => {
  await wire.run(`SET SESSION lock_wait_timeout = ${WAIT_S}`);
  try {
    await wire.run('FLUSH TABLES WITH READ LOCK');
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== TIMED_OUT) throw error;
    const message = `A statement has held its tables for more than ${WAIT_S} seconds, so the data could not be copied.`;
    throw new ProviderError('transient', message, { code: TIMED_OUT, cause: error });
  }
};

/**
 * Runs `copy` while no statement writes and every table is complete on the disk: InnoDB recovers from a copy of any moment, but
 * MyISAM and Aria do not. The lock ends with our connection, however that ends.
 */
export const underReadLock = async (access: EngineAccess, copy: () => Promise<void>, signal: AbortSignal): Promise<void> => {
  const silent = new AbortController();
  // Only until the lock: the engine does not answer while it is copied.
  const timer = setTimeout(() => silent.abort(new ProviderError('transient', 'The server did not answer in time.')), ANSWER_MS);
  try {
    const limit = AbortSignal.any([signal, silent.signal]);
    const wire = await MysqlWire.open({ ...access, port: portOf(access, 'native') }, limit);
    try {
      await lockTables(wire);
      clearTimeout(timer);
      await copy();
    } finally {
      wire.close();
    }
  } finally {
    clearTimeout(timer);
  }
};
