import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { checkServerIdentity, connect as connectTls } from 'node:tls';
import { type EngineAccess, ProviderError } from '@notafter/domain';

/** Of one answer of an engine. Ours are some hundred bytes. */
const MAX_READ_BYTES = 1024 * 1024;
/** Of one visit: connecting, signing in and a request. */
const VISIT_TIMEOUT_MS = 10_000;
const CLOSE_MS = 1000;

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Of one visit: what was seen of the server. */
export interface Witness {
  /** Called with the fingerprint of the certificate that was served and verified. */
  readonly onServed?: (fingerprint256: string) => void;
}

/** Options with which a connection is accepted only from a server with the service's name and below the installation's CA. */
export const tlsOptions = ({ authority, servername, onServed }: Pick<EngineAccess, 'authority' | 'servername'> & Witness) => ({
  ca: authority,
  minVersion: 'TLSv1.2' as const,
  // TLS does not send an address as a server name (RFC 6066, 3). It is verified all the same.
  ...(isIP(servername) === 0 ? { servername } : {}),
  checkServerIdentity: (_: string, certificate: Parameters<typeof checkServerIdentity>[1]) => {
    const fault = checkServerIdentity(servername, certificate);
    if (fault === undefined) onServed?.(certificate.fingerprint256);
    return fault;
  },
});

/** The end of one visit: the caller's abort or ten seconds. */
export const visitSignal = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(VISIT_TIMEOUT_MS)]);

/** Explains a failed visit. A `ProviderError` stays as it is. */
export const toProviderError = (error: unknown, where: string): ProviderError => {
  if (error instanceof ProviderError) return error;
  const code = codeOf(error);
  const fail = (message: string) => new ProviderError('transient', message, { cause: error, ...(code === undefined ? {} : { code }) });
  if (error instanceof Error && error.name === 'TimeoutError') return fail(`${where} did not answer within ${VISIT_TIMEOUT_MS / 1000} s.`);
  if (error instanceof Error && error.name === 'AbortError') return fail(`The request to ${where} was aborted.`);
  if (code === 'ECONNREFUSED') return fail(`Nothing listens on ${where}.`);
  if (code !== undefined && /^ERR_TLS|CERT|ISSUER|VERIFY/.test(code)) {
    return fail(`${where} serves a certificate that is not the service's (${code}).`);
  }
  return fail(`${where} closed the connection${code === undefined ? '' : ` (${code})`}.`);
};

/** A connection that is read in exact pieces, so that a hostile engine can fill no memory. Ends when `signal` aborts. */
export class WireConnection {
  #socket: Socket;
  /** Received and not read yet. */
  #held: Buffer[] = [];
  #heldBytes = 0;
  readonly #signal: AbortSignal;
  readonly #abort = (): void => {
    this.#socket.destroy(this.#signal.reason instanceof Error ? this.#signal.reason : new Error('aborted'));
  };

  private constructor(socket: Socket, signal: AbortSignal) {
    this.#socket = socket;
    this.#signal = signal;
    signal.addEventListener('abort', this.#abort, { once: true });
  }

  static async open(host: string, port: number, signal: AbortSignal): Promise<WireConnection> {
    signal.throwIfAborted();
    const socket = connect({ host, port });
    const connection = new WireConnection(socket, signal);
    try {
      await once(socket, 'connect');
    } catch (error) {
      connection.close();
      throw error;
    }
    // Read errors reach the reader through the closed stream.
    socket.on('error', () => undefined);
    return connection;
  }

  /** Throws if the peer has already sent what should have been encrypted. */
  async startTls(options: ReturnType<typeof tlsOptions>): Promise<void> {
    if (this.#socket.readableLength + this.#heldBytes > 0)
      throw new ProviderError('transient', 'The server sent data before the TLS handshake.');
    const socket = connectTls({ socket: this.#socket, ...options });
    this.#socket = socket;
    await once(socket, 'secureConnect');
    socket.on('error', () => undefined);
  }

  write(bytes: Uint8Array): void {
    this.#socket.write(bytes);
  }

  async read(length: number): Promise<Buffer> {
    if (length === 0) return Buffer.alloc(0);
    if (length > MAX_READ_BYTES) throw new ProviderError('transient', 'The server sent a message that is too long.');
    while (this.#heldBytes < length) {
      // Everything that is there: a stream that still holds less than a reader wants reports that without a pause.
      const chunk: unknown = this.#socket.read();
      if (Buffer.isBuffer(chunk)) {
        this.#held.push(chunk);
        this.#heldBytes += chunk.length;
        continue;
      }
      if (this.#socket.errored !== null) throw this.#socket.errored;
      if (this.#socket.readableEnded || this.#socket.destroyed) throw new ProviderError('transient', 'The server closed the connection.');
      await this.#change();
    }
    return this.#take(length);
  }

  #take(length: number): Buffer {
    const [first = Buffer.alloc(0)] = this.#held;
    const bytes = first.length >= length ? first : Buffer.concat(this.#held);
    const rest = bytes.subarray(length);
    this.#held = [...(rest.length > 0 ? [rest] : []), ...(bytes === first ? this.#held.slice(1) : [])];
    this.#heldBytes -= length;
    return bytes.subarray(0, length);
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      const socket = this.#socket;
      const events = ['readable', 'end', 'close'] as const;
      const done = (): void => {
        for (const event of events) socket.off(event, done);
        resolve();
      };
      for (const event of events) socket.on(event, done);
    });
  }

  close(): void {
    this.#signal.removeEventListener('abort', this.#abort);
    const socket = this.#socket.on('error', () => undefined);
    // After the goodbye of the protocol, which servers otherwise log as a lost connection.
    socket.end(() => socket.destroy());
    setTimeout(() => socket.destroy(), CLOSE_MS).unref();
  }
}
