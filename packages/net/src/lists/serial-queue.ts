import { setTimeout as sleep } from 'node:timers/promises';
import type { InTurn } from './ask-for-list.ts';

/** Runs one request at a time in this process, for services that count them per address. `pauseMs` passes after each. */
export const createSerialQueue = (pauseMs = 0): InTurn => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined).then(() => (pauseMs === 0 ? undefined : sleep(pauseMs)));
    return mine;
  };
};
