import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type GuardedFetch, GuardedFetchError, type GuardedResponse, retryAfterMs } from '@notafter/net';
import { invalid, LogFault } from './log-fault.ts';

const decompress = promisify(gunzip);

/** How a log is asked. */
export interface ClientOptions {
  readonly fetch: GuardedFetch;
  /** Operators slow down clients that name no contact: `Notafter (+mailto:ops@example.com)`. */
  readonly userAgent: string;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  /** For one attempt, including the body. */
  readonly timeoutMs: number;
  /** Attempts for an answer that is late, missing or a server error. */
  readonly tries: number;
  /** Doubles with each attempt, with jitter. */
  readonly backOffMs: number;
  /** Largest answer, both as sent and decompressed. */
  readonly maxBytes: number;
}

/** Object stores answer 403 for a file that does not exist, unless its folder may be listed. */
const missingFile: ReadonlySet<number> = new Set([403, 404, 410]);
/** Statuses by which a service that computes its answers says that there is none: 403 of it is a firewall's. */
export const missingAnswer: ReadonlySet<number> = new Set([404, 410]);
const isPage = (bytes: Uint8Array): boolean => /^\s*</.test(Buffer.from(bytes.subarray(0, 200)).toString('latin1'));

const fetchReasons: Readonly<Record<string, string>> = {
  timeout: 'did not answer in time.',
  not_allowed: 'is in private address space, which this server does not call.',
  unreachable: 'could not be reached, or closed the connection early.',
};

/** Reads the resources of one log. Every method throws only LogFault. */
export class LogClient {
  readonly #options: ClientOptions;
  readonly #url: string;
  readonly #name: string;
  /** Bytes received so far, as sent, usable or not. */
  bytes = 0;

  /** `name` is the subject of every reason. */
  constructor(url: string, options: ClientOptions, name = 'The log') {
    this.#url = url;
    this.#name = name;
    this.#options = options;
  }

  /** Returns a resource that must exist. */
  async get(path: string, maxBytes = this.#options.maxBytes): Promise<Buffer> {
    const found = await this.find(path, maxBytes);
    if (found === null) throw new LogFault({ kind: 'unavailable', reason: `${this.#name} does not have ${path}.` });
    return found;
  }

  /** Returns a resource; null if the log does not have it. */
  async find(path: string, maxBytes = this.#options.maxBytes, missing = missingFile): Promise<Buffer | null> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#ask(path, maxBytes, missing);
      } catch (error) {
        if (!(error instanceof LogFault) || error.outcome.kind !== 'unavailable' || attempt >= this.#options.tries) throw error;
        await this.#pause(this.#options.backOffMs * 2 ** (attempt - 1) * (0.5 + Math.random()));
      }
    }
  }

  async #pause(milliseconds: number): Promise<void> {
    await wait(milliseconds, undefined, { signal: this.#options.signal }).catch(() => undefined);
    if (this.#options.signal.aborted) throw new LogFault({ kind: 'aborted' });
  }

  async #ask(path: string, maxBytes: number, missing: ReadonlySet<number>): Promise<Buffer | null> {
    const response = await this.#send(path, maxBytes);
    const { status } = response;
    if (status === 200) return this.#content(path, response, maxBytes);
    if (missing.has(status)) return null;
    if (status === 429) {
      const waitMs = retryAfterMs(response.headers.get('retry-after'), this.#options.now());
      throw new LogFault({ kind: 'throttled', reason: `${this.#name} limits the rate of requests (429).`, retryAfterMs: waitMs });
    }
    const page = isPage(response.bytes) ? ' with a web page instead of data' : '';
    throw new LogFault({ kind: 'unavailable', reason: `${this.#name} answered ${path} with status ${status}${page}.` });
  }

  async #send(path: string, maxBytes: number): Promise<GuardedResponse> {
    const { fetch, userAgent, timeoutMs, signal } = this.#options;
    try {
      const response = await fetch(`${this.#url}/${path}`, {
        headers: { 'user-agent': userAgent, 'accept-encoding': 'gzip, identity' },
        maxBytes,
        totalTimeoutMs: timeoutMs,
        // A log's answers are at its own address; another host could only slow them down.
        answerRedirects: true,
        signal,
      });
      this.bytes += response.bytes.byteLength;
      return response;
    } catch (error) {
      if (!(error instanceof GuardedFetchError)) throw error;
      if (error.fault === 'aborted') throw new LogFault({ kind: 'aborted' });
      if (error.fault === 'too_large') {
        this.bytes += maxBytes;
        throw new LogFault({ kind: 'oversized', reason: `${this.#name} sent more than ${maxBytes} bytes as ${path}.` });
      }
      throw new LogFault({ kind: 'unavailable', reason: `${this.#name} ${fetchReasons[error.fault] ?? 'could not be asked.'}` });
    }
  }

  async #content(path: string, { bytes, headers }: GuardedResponse, maxBytes: number): Promise<Buffer> {
    const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (encoding === 'identity' || encoding === '') return buffer;
    if (encoding !== 'gzip') throw invalid(`${this.#name} sent ${path} in an encoding that was not asked for.`);
    try {
      return await decompress(buffer, { maxOutputLength: maxBytes });
    } catch (error) {
      const isLarge = error instanceof RangeError;
      if (isLarge) throw new LogFault({ kind: 'oversized', reason: `${path} decompresses to more than ${maxBytes} bytes.` });
      throw invalid(`${this.#name} sent ${path} with broken compression.`);
    }
  }
}
