import type { Readable, Writable } from 'node:stream';

interface Screen extends Writable {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** Where a run reads, writes and is stopped; the process's own, handed down so that one place alone touches globals. */
export interface Terminal {
  readonly stdin: Readable & { readonly isTTY?: boolean | undefined };
  readonly stdout: Screen;
  readonly stderr: Screen;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => Date;
  /** Aborts on Ctrl-C, SIGTERM, or when nobody reads the output any more. */
  readonly stop: AbortController;
}
