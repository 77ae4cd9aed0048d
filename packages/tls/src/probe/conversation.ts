import type { Socket } from 'node:net';
import { connectSocket, type Dialed, type DialProblem, dial } from '@notafter/net';
import { deliverArrivals } from './connection/arrivals.ts';
import { connect } from './connection/connect.ts';
import type { Connection, ConnectionListener } from './connection/connection.ts';
import { protocolOf } from './first-answer.ts';
import { shakeHands } from './openssl-handshake.ts';
import { ClientHandshake } from './protocol/client-handshake.ts';
import type { HelloRequest } from './protocol/client-hello.ts';
import type { HandshakeFacts, LeafKeyReader } from './protocol/handshake-core.ts';
import { TlsFault } from './protocol/tls-fault.ts';
import { StarttlsDialogue, type StarttlsProtocol } from './starttls.ts';
import type { Alarm, TimerWheel } from './timer-wheel.ts';
import type { HandshakeFailure } from './unreachable.ts';

export interface ConversationRequest {
  /** Addresses that the guard allowed: only these are dialed. */
  readonly addresses: readonly string[];
  readonly port: number;
  readonly hello: HelloRequest;
  readonly starttls: StarttlsProtocol | null;
  /** The host name, which some STARTTLS protocols send. */
  readonly host: string;
  readonly connectTimeoutMs: number;
  /** Time limit after the connection: the plaintext dialogue and the handshake. */
  readonly handshakeTimeoutMs: number;
}

export type ConversationResult =
  /** `recycle` invalidates the certificates in `facts`. */
  | {
      readonly kind: 'served';
      readonly address: string;
      readonly facts: HandshakeFacts;
      readonly handshakeMs: number;
      readonly recycle: () => void;
    }
  | { readonly kind: 'problem'; readonly problem: DialProblem }
  /** `isOpen`: another client might get further. */
  | { readonly kind: 'failed'; readonly address: string; readonly failure: HandshakeFailure; readonly isOpen: boolean };

/** How long a server can take to close its side after the handshake. */
const LINGER_MS = 500;

/** Alerts with which servers refuse the offered parameters; other alerts refuse the name or the client. */
const refusedOffers = new Set([
  'unexpected_message',
  'handshake_failure',
  'illegal_parameter',
  'decode_error',
  'decrypt_error',
  'protocol_version',
  'insufficient_security',
  'internal_error',
  'missing_extension',
  'unsupported_extension',
]);

interface Failed {
  readonly failure: HandshakeFailure;
  readonly isOpen: boolean;
}

const failedBy = ({ kind, message }: TlsFault, chunk: Buffer, length: number): Failed => {
  switch (kind) {
    case 'not_tls':
      return { failure: { kind, answeredAs: protocolOf(chunk.toString('latin1', 0, Math.min(length, 256))) }, isOpen: false };
    case 'alert':
      return { failure: { kind, alert: message }, isOpen: refusedOffers.has(message) };
    case 'no_starttls':
      return { failure: { kind, answer: message }, isOpen: false };
    case 'closed':
      return { failure: { kind: 'reset' }, isOpen: true };
    case 'unusual':
      return { failure: { kind: 'broken_tls' }, isOpen: true };
    case 'unproven':
      return { failure: { kind }, isOpen: true };
    case 'unreadable':
    case 'no_certificate':
    case 'flood':
      return { failure: { kind }, isOpen: false };
  }
};

/** One connection with the native handshake, from first to last byte. */
class Conversation implements ConnectionListener {
  readonly #wheel: TimerWheel;
  readonly #connection: Connection;
  readonly #address: string;
  readonly #handshake: ClientHandshake;
  readonly #dialogue: StarttlsDialogue | null;
  readonly #settle: (result: ConversationResult) => void;
  readonly #fail: (error: unknown) => void;
  readonly #startedAt = performance.now();
  #heardAt = this.#startedAt;
  #alarm: Alarm;
  #isSettled = false;

  constructor(
    wheel: TimerWheel,
    request: ConversationRequest,
    readLeafKey: LeafKeyReader,
    dialed: { readonly connection: Connection; readonly address: string },
    settle: (result: ConversationResult) => void,
    fail: (error: unknown) => void,
  ) {
    const { handshakeTimeoutMs, hello, starttls, host } = request;
    this.#wheel = wheel;
    this.#connection = dialed.connection;
    this.#address = dialed.address;
    this.#settle = settle;
    this.#fail = fail;
    this.#handshake = new ClientHandshake(hello, readLeafKey);
    this.#dialogue = starttls === null ? null : new StarttlsDialogue(starttls, host);
    this.#alarm = wheel.schedule(handshakeTimeoutMs, () => {
      deliverArrivals();
      this.#lose({ kind: 'timeout', timeoutMs: handshakeTimeoutMs }, false);
    });
    this.#connection.listener = this;
    this.#send(this.#dialogue === null ? this.#handshake.start() : this.#dialogue.start());
  }

  onBytes(chunk: Buffer, length: number, at: number): void {
    if (this.#isSettled) return;
    this.#heardAt = at;
    try {
      if (this.#dialogue?.isDone === false) {
        this.#send(this.#dialogue.receive(chunk, length));
        if (this.#dialogue.isDone) this.#send(this.#handshake.start());
        return;
      }
      const answer = this.#handshake.receive(chunk, length);
      if (this.#handshake.facts !== null) this.#win(this.#handshake.facts, answer);
      else this.#send(answer);
    } catch (error) {
      this.#catch(error, chunk, length);
    }
  }

  #send(bytes: Buffer | null): void {
    if (bytes !== null) this.#connection.write(bytes);
  }

  #catch(error: unknown, chunk: Buffer, length: number): void {
    if (!(error instanceof TlsFault)) {
      this.#close();
      this.#connection.destroy();
      this.#fail(error);
      return;
    }
    const facts = error.kind === 'alert' || error.kind === 'closed' ? this.#handshake.factsAtEnd() : null;
    if (facts !== null) {
      this.#win(facts, null);
      return;
    }
    const { failure, isOpen } = failedBy(error, chunk, length);
    this.#lose(failure, isOpen);
  }

  onClose(): void {
    if (this.#isSettled) {
      this.#wheel.cancel(this.#alarm);
      return;
    }
    const facts = this.#handshake.factsAtEnd();
    if (facts === null) this.#lose({ kind: 'reset' }, true);
    else this.#win(facts, null);
  }

  #close(): void {
    this.#isSettled = true;
    this.#wheel.cancel(this.#alarm);
    this.#handshake.release();
  }

  #lose(failure: HandshakeFailure, isOpen: boolean): void {
    if (this.#isSettled) return;
    this.#close();
    this.#handshake.recycle();
    this.#connection.destroy();
    this.#settle({ kind: 'failed', address: this.#address, failure, isOpen });
  }

  /** Sends FIN and continues to read: an RST would overtake the last bytes and log an error on the server. */
  #win(facts: HandshakeFacts, goodbye: Buffer | null): void {
    this.#close();
    this.#connection.end(goodbye);
    if (!this.#connection.isClosed) this.#alarm = this.#wheel.schedule(LINGER_MS, () => this.#connection.destroy());
    const handshakeMs = Math.round(this.#heardAt - this.#startedAt);
    this.#settle({ kind: 'served', address: this.#address, facts, handshakeMs, recycle: () => this.#handshake.recycle() });
  }
}

/** Connects and performs the native handshake. Rejects only for a shortage on this machine. */
export const converse = (wheel: TimerWheel, request: ConversationRequest, readLeafKey: LeafKeyReader): Promise<ConversationResult> =>
  new Promise((resolve, reject) => {
    const { addresses, port, connectTimeoutMs: timeoutMs } = request;
    dial(
      wheel,
      { addresses, port, timeoutMs, connect },
      (dialed) => {
        if ('problem' in dialed) resolve({ kind: 'problem', problem: dialed.problem });
        else new Conversation(wheel, request, readLeafKey, dialed, resolve, reject);
      },
      reject,
    );
  });

/** Runs the plaintext dialogue of the protocol, and leaves the socket paused. Returns the failure, or null. */
export const askForTls = (
  wheel: TimerWheel,
  socket: Socket,
  request: Pick<ConversationRequest, 'starttls' | 'host' | 'handshakeTimeoutMs'>,
): Promise<HandshakeFailure | null> =>
  new Promise((resolve) => {
    const { starttls, host, handshakeTimeoutMs: timeoutMs } = request;
    if (starttls === null) {
      resolve(null);
      return;
    }
    const dialogue = new StarttlsDialogue(starttls, host);
    const finish = (failure: HandshakeFailure | null): void => {
      wheel.cancel(alarm);
      socket.removeAllListeners('data').removeListener('close', onClose).pause();
      resolve(failure);
    };
    const onClose = (): void => finish({ kind: 'reset' });
    const alarm = wheel.schedule(timeoutMs, () => finish({ kind: 'timeout', timeoutMs }));
    socket.once('close', onClose).on('data', (chunk: Buffer) => {
      try {
        const next = dialogue.receive(chunk, chunk.length);
        if (next !== null) socket.write(next);
        if (dialogue.isDone) finish(null);
      } catch (error) {
        finish(error instanceof TlsFault ? failedBy(error, chunk, chunk.length).failure : { kind: 'reset' });
      }
    });
    const first = dialogue.start();
    if (first !== null) socket.write(first);
  });

/** The same with OpenSSL. */
export const converseByOpenssl = async (wheel: TimerWheel, request: ConversationRequest): Promise<ConversationResult> => {
  const { addresses, port, hello, connectTimeoutMs, handshakeTimeoutMs } = request;
  const dialed = await new Promise<Dialed<Socket>>((resolve, reject) => {
    dial(wheel, { addresses, port, timeoutMs: connectTimeoutMs, connect: connectSocket }, resolve, reject);
  });
  if ('problem' in dialed) return { kind: 'problem', problem: dialed.problem };
  const { connection: socket, address } = dialed;
  const startedAt = performance.now();
  const refusal = await askForTls(wheel, socket, request);
  if (refusal !== null) {
    socket.destroy();
    return { kind: 'failed', address, failure: refusal, isOpen: false };
  }
  const leftMs = Math.max(1, Math.round(handshakeTimeoutMs - (performance.now() - startedAt)));
  const result = await shakeHands(socket, hello, leftMs);
  if ('failure' in result) return { kind: 'failed', address, failure: result.failure, isOpen: false };
  return { kind: 'served', address, facts: result, handshakeMs: Math.round(performance.now() - startedAt), recycle: () => undefined };
};
