import { stat } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ProviderError, type ProviderFault } from '@notafter/domain';
import { z } from 'zod';

/** Docker 20.10 and Podman 4 speak it. */
const API_VERSION = 'v1.41';
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
const ANSWER_TIMEOUT_MS = 60_000;

export interface EngineRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly archive?: Buffer | AsyncIterable<Buffer>;
  readonly timeoutMs?: number;
  readonly signal: AbortSignal;
}

/** An answer below 400. */
export interface EngineAnswer {
  readonly status: number;
  readonly bytes: Buffer;
}

const errorAnswer = z.object({ message: z.string() });

const messageOf = (bytes: Buffer): string => {
  try {
    return errorAnswer.parse(JSON.parse(bytes.toString())).message;
  } catch {
    return bytes.toString().slice(0, 300);
  }
};

/** Docker answers 500 for a port that is taken, Podman for a name that is. */
const faultOf = (status: number, message: string): ProviderFault => {
  if (/port is already allocated|address already in use|ports? (?:are|is) not available/i.test(message)) return 'port_taken';
  if (/name .*already in use/i.test(message)) return 'conflict';
  if (/could not find an available, non-overlapping/i.test(message)) return 'capacity';
  if (/no space left on device/i.test(message)) return 'capacity';
  if (status === 404) return 'not_found';
  if (status === 409) return 'conflict';
  return status < 500 ? 'invalid' : 'transient';
};

const refused = (status: number, bytes: Buffer): ProviderError => {
  const message = messageOf(bytes);
  return new ProviderError(faultOf(status, message), `The container engine answered: ${message}`, { code: String(status) });
};

/**
 * Whether an engine refused a call because of another: it goes on with the call of a process that was killed, and then creates a
 * container of the same name, or removes the one that was just found.
 */
export const isOvertaken = (error: unknown): error is ProviderError =>
  error instanceof ProviderError &&
  error.code !== null &&
  (error.fault === 'conflict' || (error.fault === 'not_found' && /no such container|no container with/i.test(error.message)));

const readAll = async (answer: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new ProviderError('transient', 'The container engine sent an answer that is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const send = ({ method, path, query = {}, body, archive }: EngineRequest, socketPath: string, signal: AbortSignal) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const json = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const payload = archive ?? json;
    const type = archive === undefined ? 'application/json' : 'application/x-tar';
    const search = new URLSearchParams(query).toString();
    const length = Buffer.isBuffer(payload) ? { 'content-length': payload.length } : {};
    const sent: ClientRequest = request({
      ...{ socketPath, method, signal, agent: false, path: `/${API_VERSION}${path}${search === '' ? '' : `?${search}`}` },
      headers: { host: 'docker', ...(payload === undefined ? {} : { 'content-type': type }), ...length },
    })
      .once('response', resolve)
      .on('error', reject);
    if (payload === undefined || Buffer.isBuffer(payload)) sent.end(payload);
    // The answer may come before the end of the stream, if the engine refuses it.
    else pipeline(Readable.from(payload), sent).catch(reject);
  });

/** The API of a Docker-compatible engine on a Unix socket. Rejects with `ProviderError`. */
export class EngineSocket {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  async request(asked: EngineRequest): Promise<EngineAnswer> {
    const { signal, timeoutMs = ANSWER_TIMEOUT_MS } = asked;
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await send(asked, this.path, AbortSignal.any([signal, deadline]));
      const bytes = await readAll(answer);
      const status = answer.statusCode ?? 0;
      if (status < 400) return { status, bytes };
      throw refused(status, bytes);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ProviderError) throw error;
      const text = deadline.aborted ? `did not answer within ${timeoutMs / 1000} s` : 'does not answer';
      throw new ProviderError('transient', `The container engine on ${this.path} ${text}.`, { cause: error });
    }
  }

  /** An answer without a limit, as it comes. The signal ends it. */
  async *stream(asked: Omit<EngineRequest, 'timeoutMs'>): AsyncGenerator<Buffer> {
    try {
      const answer = await send(asked, this.path, asked.signal);
      const status = answer.statusCode ?? 0;
      if (status < 400) {
        for await (const piece of answer) if (Buffer.isBuffer(piece)) yield piece;
        return;
      }
      throw refused(status, await readAll(answer));
    } catch (error) {
      asked.signal.throwIfAborted();
      if (error instanceof ProviderError) throw error;
      throw new ProviderError('transient', `The container engine on ${this.path} does not answer.`, { cause: error });
    }
  }

  async json<Schema extends z.ZodType>(schema: Schema, asked: EngineRequest): Promise<z.infer<Schema>> {
    const { bytes } = await this.request(asked);
    const parsed = schema.safeParse(JSON.parse(bytes.toString()));
    if (parsed.success) return parsed.data;
    throw new ProviderError('transient', 'The container engine answered in an unknown form.', { cause: parsed.error });
  }

  /** Null if the engine does not know it. */
  async find<Schema extends z.ZodType>(schema: Schema, asked: EngineRequest): Promise<z.infer<Schema> | null> {
    return this.json(schema, asked).catch((error: unknown) => {
      if (error instanceof ProviderError && error.fault === 'not_found') return null;
      throw error;
    });
  }
}

/** Docker's and Podman's, the latter of root and of an ordinary user. */
export const usualSockets: readonly string[] = [
  '/var/run/docker.sock',
  '/run/podman/podman.sock',
  `/run/user/${process.getuid?.() ?? 0}/podman/podman.sock`,
];

/** The engine's socket: the one of `DOCKER_HOST`, else the first of `sockets` that exists. Null if none does. */
export const findSocketPath = async (dockerHost: string | null, sockets: readonly string[]): Promise<string | null> => {
  if (dockerHost !== null) {
    const path = /^unix:\/\/(\/.+)$/.exec(dockerHost)?.[1];
    if (path !== undefined) return path;
    throw new ProviderError('invalid', 'DOCKER_HOST must be a Unix socket such as unix:///run/podman/podman.sock.');
  }
  for (const path of sockets) {
    const found = await stat(path).catch(() => null);
    if (found?.isSocket() === true) return path;
  }
  return null;
};
