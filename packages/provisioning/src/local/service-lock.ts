import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceId } from '@notafter/domain';

const POLL_MS = 25;

/** Lets one piece of work at a time change a service, across every process of this machine. */
export interface ServiceLock {
  /** Waits for its turn. */
  hold<Result>(service: ServiceId, signal: AbortSignal, work: () => Promise<Result>): Promise<Result>;
  /** Null if another piece of work is under way. */
  tryHold<Result>(service: ServiceId, work: () => Promise<Result>): Promise<Result | null>;
}

const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

/**
 * A lock is a socket that listens: the kernel gives each name to one process and takes it back however that process ends, so
 * a lock is never stale.
 */
export const createServiceLock = (directory: string): ServiceLock => {
  const nameOf = (service: ServiceId): string => {
    const hash = createHash('sha256').update(`${directory}\n${service}`).digest('hex').slice(0, 32);
    // Only Linux has names without a file; elsewhere a file of a dead process has to be removed by hand.
    return process.platform === 'linux' ? `\0notafter-${hash}` : join(directory, `${hash}.lock`);
  };

  const take = async (service: ServiceId): Promise<Server | null> => {
    const server = createServer((socket) => socket.destroy());
    try {
      server.listen(nameOf(service));
      await once(server, 'listening');
      return server.unref();
    } catch (error) {
      if (isTaken(error)) return null;
      throw error;
    }
  };

  const tryHold: ServiceLock['tryHold'] = async (service, work) => {
    const held = await take(service);
    if (held === null) return null;
    try {
      return await work();
    } finally {
      await new Promise<void>((resolve) => {
        held.close(() => resolve());
      });
    }
  };

  return {
    tryHold,
    async hold(service, signal, work) {
      for (;;) {
        signal.throwIfAborted();
        const done = await tryHold(service, async () => ({ result: await work() }));
        if (done !== null) return done.result;
        await wait(POLL_MS, null, { signal });
      }
    },
  };
};
