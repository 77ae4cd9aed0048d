import type { Readable } from 'node:stream';

export interface LineFeed extends AsyncIterable<string> {
  /** Number of lines, or null until the end has been read. */
  readonly total: number | null;
}

/** Reads ahead to the end of any hand-written list, so that its length is known, yet bounds memory for an endless stream. */
const READ_AHEAD = 100_000;
const MAX_TAKEN = 10_000;
/** A longer line is not a target. */
const MAX_LINE = 10_000;

/** Reads lines ahead; skips empty lines and comments after a #. */
export const createLineFeed = (stream: Readable): LineFeed => {
  let lines: string[] = [];
  let at = 0;
  let rest = '';
  let read = 0;
  let ended = false;
  let failure: Error | undefined;
  let wake: (() => void)[] = [];

  const take = (raw: string): void => {
    const line = raw.replace(/#.*/, '').trim();
    if (line === '') return;
    lines.push(line);
    read += 1;
  };
  const wakeAll = (): void => {
    const sleepers = wake;
    wake = [];
    for (const each of sleepers) each();
  };
  const end = (error?: Error): void => {
    if (ended) return;
    take(rest);
    ended = true;
    failure = error;
    wakeAll();
  };
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n');
    rest = (parts.pop() ?? '').slice(0, MAX_LINE);
    for (const part of parts) take(part);
    if (lines.length - at > READ_AHEAD) stream.pause();
    wakeAll();
  });
  stream
    .once('end', () => end())
    .once('close', () => end())
    .once('error', end);

  return {
    get total() {
      return ended ? read : null;
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const line = lines[at];
        if (line !== undefined) {
          at += 1;
          // Not one by one from the front: that would move the whole array each time.
          if (at >= MAX_TAKEN) {
            lines = lines.slice(at);
            at = 0;
          }
          if (stream.isPaused() && lines.length - at < READ_AHEAD / 2) stream.resume();
          yield line;
        } else if (failure !== undefined) throw failure;
        else if (ended) return;
        else await new Promise<void>((resolve) => wake.push(resolve));
      }
    },
  };
};
