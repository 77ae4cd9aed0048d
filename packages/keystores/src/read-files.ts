import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readerEnvironment } from './environment.ts';
import { type ReaderMessage, readMessage, writeRequest } from './reader/protocol.ts';
import type { FileReading, ReadRequest } from './reading.ts';

export interface ReadOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /**
   * Arguments of `process.execPath` that start the reader, by default its own file. A program that is bundled into one file passes
   * itself with an argument for which it calls `runReader`.
   */
  readonly reader?: readonly string[];
}

/** Files could not be read at all, or not all of them in time. The message names the file that was being read. */
export class ReaderError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ReaderError';
  }
}

const ownReader = (): string => fileURLToPath(new URL('./reader/main.ts', import.meta.url));

/** A file that ends the reader is named and left out by the next one. */
const MAX_RESTARTS = 5;
/** More than the reader's own limits allow, in base64. */
const MAX_OUTPUT_BYTES = 128 * 1024 * 1024;

/** Where one reader ended. */
interface ReaderEnd {
  readonly isDone: boolean;
  /** The file that was being read. */
  readonly at: string | null;
  readonly how: string;
}

class ReaderOutput {
  readonly #take: (reading: FileReading) => void;
  #rest: Buffer[] = [];
  #size = 0;
  isDone = false;
  at: string | null = null;

  constructor(take: (reading: FileReading) => void) {
    this.#take = take;
  }

  push(bytes: Buffer): void {
    this.#size += bytes.length;
    if (this.#size > MAX_OUTPUT_BYTES) throw new ReaderError('The reader of files wrote more than it may.');
    let start = 0;
    for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a, start)) {
      const line = Buffer.concat([...this.#rest, bytes.subarray(start, end)]).toString('utf8');
      this.#rest = [];
      start = end + 1;
      this.#message(readMessage(line));
    }
    if (start < bytes.length) this.#rest.push(bytes.subarray(start));
  }

  #message(message: ReaderMessage): void {
    if ('at' in message) this.at = message.at;
    else if ('reading' in message) this.#take(message.reading);
    else this.isDone = true;
  }
}

/** Runs one reader until it says that it is done, ends, or the signal aborts. */
const runOnce = (child: ChildProcess, output: ReaderOutput, signal: AbortSignal): Promise<ReaderEnd> =>
  new Promise((resolve, reject) => {
    const end = (how: string): void => resolve({ isDone: output.isDone, at: output.at, how });
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    child.once('error', reject);
    child.once('close', (code, killedBy) => end(killedBy === null ? `exit code ${code}` : `signal ${killedBy}`));
    child.stdin?.on('error', () => undefined);
    child.stdout?.on('data', (bytes: Buffer) => {
      try {
        output.push(bytes);
      } catch (error) {
        reject(error);
      }
      // Not its exit: a call to a dead file system can keep it.
      if (output.isDone) end('done');
    });
  });

const readOnce = async (
  request: ReadRequest,
  readings: FileReading[],
  signal: AbortSignal,
  timeoutMs: number,
  reader: readonly string[],
): Promise<ReaderEnd> => {
  // A trace on stderr could quote a file.
  const child = spawn(process.execPath, reader, { stdio: ['pipe', 'pipe', 'ignore'], env: readerEnvironment(), windowsHide: true });
  const output = new ReaderOutput((reading) => readings.push(reading));
  try {
    child.stdin.end(writeRequest({ ...request, skip: readings.map(({ path }) => path) }));
    return await runOnce(child, output, signal);
  } catch (error) {
    if (error instanceof ReaderError) throw error;
    const during = output.at === null ? '' : ` It was reading ${output.at}.`;
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    const what = isLate ? `Reading files took longer than ${timeoutMs / 1_000} s.` : 'Reading files was stopped.';
    throw new ReaderError(`${what}${during}`, { cause: error });
  } finally {
    child.kill('SIGKILL');
  }
};

/**
 * Reads every certificate that the sources name, in a process that ends afterwards, so that no byte of a private key is ever in
 * the caller's memory. One reading for each file with certificates or a problem; files of directories and globs without any are
 * left out. Throws ReaderError if the signal aborts, time runs out, or no reader can run.
 */
export const readFiles = async (request: ReadRequest, options: ReadOptions): Promise<readonly FileReading[]> => {
  const { signal, timeoutMs, reader = [ownReader()] } = options;
  const readings: FileReading[] = [];
  const either = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  for (let restarts = 0; restarts <= MAX_RESTARTS; restarts += 1) {
    if (either.aborted) throw new ReaderError('Reading files was stopped.', { cause: either.reason });
    const { isDone, at, how } = await readOnce(request, readings, either, timeoutMs, reader);
    if (isDone) return readings;
    if (at === null || readings.some(({ path }) => path === at)) throw new ReaderError(`The reader of files ended by itself (${how}).`);
    const message = `The reader ended while it read this file (${how}).`;
    readings.push({ path: at, format: null, certificates: [], problem: { code: 'broken', message } });
  }
  throw new ReaderError(`The reader of files ended by itself ${MAX_RESTARTS + 1} times.`);
};
