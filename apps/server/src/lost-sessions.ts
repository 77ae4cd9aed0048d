import { type Database, endLostSessions } from '@notafter/db';
import type { Log } from '@notafter/domain';

const EVERY_MS = 10_000;

/** Ends lost sessions every 10 s; returns what stops it. */
export const sweepLostSessions = (db: Database, log: Log): (() => void) => {
  const sweep = async (): Promise<void> => {
    try {
      const ended = await endLostSessions(db);
      if (ended > 0) log.warn({ ended }, 'ended sessions of PostgreSQL whose connection was lost');
    } catch (error) {
      log.error({ err: error }, 'lost sessions of PostgreSQL could not be ended');
    }
  };
  const timer = setInterval(() => void sweep(), EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
};
