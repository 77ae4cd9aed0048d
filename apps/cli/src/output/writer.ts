import type { Writable } from 'node:stream';

export interface Writer {
  /** Whether the reader has closed the pipe. */
  readonly isGone: boolean;
  /** Resolves when more may be written. Does nothing once the reader has closed the pipe. */
  write(text: string): Promise<void>;
}

/** Writes with backpressure. Calls `onGone` once if the reader closes the pipe, as `head` does. */
export const createWriter = (stream: Writable, onGone: () => void): Writer => {
  let gone = false;
  let waiting: (() => void)[] = [];
  const goOn = (): void => {
    const woken = waiting;
    waiting = [];
    for (const resume of woken) resume();
  };
  stream.on('drain', goOn).on('close', goOn);
  stream.on('error', () => {
    const isFirst = !gone;
    gone = true;
    goOn();
    if (isFirst) onGone();
  });
  return {
    get isGone() {
      return gone;
    },
    write: (text) =>
      new Promise((resolve) => {
        if (gone || stream.write(text)) resolve();
        else waiting.push(resolve);
      }),
  };
};
