import type { Writable } from 'node:stream';

export interface Writer {
  /** Whether the reader has gone. */
  readonly isGone: boolean;
  /** Resolves when more may be written. Once the reader has gone, does nothing. */
  write(text: string): Promise<void>;
}

/** Writes as fast as the reader reads. `onGone` is called once when it reads no more, as `head` does. */
export const createWriter = (stream: Writable, onGone: () => void): Writer => {
  let gone = false;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED') throw error;
    if (gone) return;
    gone = true;
    onGone();
  });
  return {
    get isGone() {
      return gone;
    },
    write: (text) =>
      new Promise((resolve) => {
        if (gone || stream.write(text)) {
          resolve();
          return;
        }
        stream.once('drain', resolve).once('close', resolve);
      }),
  };
};
