import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const ASK_AGAIN_MS = 250;

/** A name on this machine that one process has, until it ends in whatever way or closes it. Null if another one has it. */
export const holdName = (name: string): Promise<Server | null> => {
  const held = createServer().listen(`\0${name}`).unref();
  return once(held, 'listening').then(
    () => held,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error;
      return null;
    },
  );
};

/** Waits until no other process of this machine works under the name. */
export const workAlone = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
  for (;;) {
    const held = await holdName(name);
    if (held === null) {
      await wait(ASK_AGAIN_MS);
      continue;
    }
    try {
      return await work();
    } finally {
      held.close();
    }
  }
};
