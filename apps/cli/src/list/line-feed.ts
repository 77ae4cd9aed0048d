import type { Readable } from 'node:stream';

export interface LineFeed extends AsyncIterable<string> {
  /** Lines there are, once the end has been read; null until then. */
  readonly total: number | null;
}

/** Enough that the end of any list made by hand is known early, and a stream without end costs no memory. */
const READ_AHEAD = 100_000;
const MAX_TAKEN = 10_000;
/** A longer line is no target, whatever follows. */
const MAX_LINE = 10_000;

/** Lines of a list as they come, read ahead: what follows a # and empty lines are left out. */
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
          // Not one by one from the front: that moves the whole array each time.
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
