import type { Readable, Writable } from 'node:stream';

interface Screen extends Writable {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** Streams, environment, clock and stop signal of a run; passed down so that only main.ts touches globals. */
export interface Terminal {
  readonly stdin: Readable & { readonly isTTY?: boolean | undefined };
  readonly stdout: Screen;
  readonly stderr: Screen;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => Date;
  /** Aborts on Ctrl-C, SIGTERM, or when the output pipe is closed. */
  readonly stop: AbortController;
}
