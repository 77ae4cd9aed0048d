import type { Socket } from 'node:net';
import type { ProbeTarget } from '@notafter/domain';
import type { Guard, GuardedConnection } from '@notafter/net';
import { TlsFault } from '../probe/protocol/tls-fault.ts';
import type { HandshakeFailure } from '../probe/unreachable.ts';
import { type Question, writeScanHello } from './scan-hello.ts';
import { AnswerReader, goodbye, type ServerAnswer } from './server-answer.ts';

/** Connects to a host or an address: through the outbound guard on the server, to any address on a user's machine. */
export type Dial = Guard['guardedConnect'];
type DialProblem = Extract<GuardedConnection, { problem: unknown }>['problem'];

export type Reply = ServerAnswer | { readonly failure: HandshakeFailure };

/** Ends a scan that cannot continue; earlier results remain. */
export class ScanStopped extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ScanStopped';
  }
}

export interface InquirerOptions {
  readonly target: ProbeTarget;
  readonly servername: string | null;
  readonly dial: Dial;
  readonly totalTimeoutMs: number;
  readonly answerTimeoutMs: number;
  /** Minimum wait for a silent server, however fast it answers. */
  readonly minPatienceMs: number;
  readonly pauseMs: number;
}

/** Answers of one server take similar times: after the first one, silence is waited for this many times as long. */
const PATIENCE = 6;
const MAX_SILENCES_IN_A_ROW = 3;
const MAX_CONNECTIONS = 400;
const GOODBYE_MS = 100;

/** Sends one server one ClientHello after the other, each over its own connection, within one time limit. */
export class Inquirer {
  readonly #options: InquirerOptions;
  readonly #deadline: number;
  #slowestMs = 0;
  #silences = 0;
  #nextAt = 0;
  #address: string | null = null;
  #problem: DialProblem | null = null;
  connections = 0;

  constructor(options: InquirerOptions) {
    this.#options = options;
    this.#deadline = performance.now() + options.totalTimeoutMs;
  }

  /** The address of the first connection, which all later ones use. */
  get address(): string | null {
    return this.#address;
  }

  /** Why the last connection failed. */
  get problem(): DialProblem | null {
    return this.#problem;
  }

  get remainingMs(): number {
    return Math.max(0, Math.floor(this.#deadline - performance.now()));
  }

  /** For operations that can take longer than a ServerHello. */
  get longestMs(): number {
    return Math.min(this.#options.answerTimeoutMs, this.remainingMs);
  }

  /** How long to wait for an answer of this server. */
  get patienceMs(): number {
    const { answerTimeoutMs, minPatienceMs } = this.#options;
    const expected = this.#slowestMs === 0 ? answerTimeoutMs : Math.max(minPatienceMs, this.#slowestMs * PATIENCE);
    return Math.min(answerTimeoutMs, expected, this.remainingMs);
  }

  /** Connects after the required pause. Throws ScanStopped when the time is over or the server refuses connections. */
  async connect(): Promise<Socket> {
    const { target, dial, answerTimeoutMs, pauseMs } = this.#options;
    await this.#pause();
    if (this.remainingMs === 0) throw new ScanStopped('time ran out');
    if (this.connections >= MAX_CONNECTIONS) throw new ScanStopped('too many connections were needed');
    this.connections += 1;
    const limitMs = Math.max(1, Math.min(answerTimeoutMs, this.remainingMs));
    const connection = await dial(this.#address ?? target.host, target.port, { connectTimeoutMs: limitMs, totalTimeoutMs: limitMs });
    this.#nextAt = performance.now() + pauseMs;
    if ('problem' in connection) {
      this.#problem = connection.problem;
      throw new ScanStopped('the server stopped accepting connections');
    }
    this.#address ??= connection.address;
    return connection.socket;
  }

  /** Sends one ClientHello and returns the answer. `waitsForExchange`: read up to the ServerKeyExchange. */
  async ask(question: Question, waitsForExchange = false): Promise<Reply> {
    const socket = await this.connect();
    const startedAt = performance.now();
    const reply = await converse(socket, writeScanHello(question, this.#options.servername), waitsForExchange, this.patienceMs);
    this.#nextAt = performance.now() + this.#options.pauseMs;
    const isSilent = 'failure' in reply && reply.failure.kind === 'timeout';
    this.#silences = isSilent ? this.#silences + 1 : 0;
    if (this.#silences >= MAX_SILENCES_IN_A_ROW) throw new ScanStopped('the server stopped answering');
    if (!('failure' in reply)) this.#slowestMs = Math.max(this.#slowestMs, performance.now() - startedAt);
    return reply;
  }

  #pause(): Promise<void> {
    const waitMs = Math.min(this.#nextAt - performance.now(), this.remainingMs);
    return waitMs <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

const failureOf = ({ kind, message }: TlsFault): HandshakeFailure => {
  switch (kind) {
    case 'alert':
      return { kind, alert: message };
    case 'closed':
      return { kind: 'reset' };
    case 'flood':
      return { kind };
    default:
      return { kind: 'not_tls', answeredAs: null };
  }
};

/** Sends a ClientHello and reads the answer, then closes the socket. Never rejects. */
const converse = (socket: Socket, hello: Buffer, waitsForExchange: boolean, timeoutMs: number): Promise<Reply> =>
  new Promise((resolve) => {
    const reader = new AnswerReader(waitsForExchange);
    const finish = (reply: Reply): void => {
      clearTimeout(deadline);
      socket.removeAllListeners('data').removeAllListeners('close').resume();
      if ('failure' in reply || socket.destroyed) socket.destroy();
      else {
        socket.end(goodbye);
        setTimeout(() => socket.destroy(), GOODBYE_MS).unref();
      }
      resolve(reply);
    };
    const deadline = setTimeout(finish, Math.max(1, timeoutMs), { failure: { kind: 'timeout', timeoutMs } });
    socket.on('error', () => undefined);
    socket.once('close', () => finish({ failure: { kind: 'reset' } }));
    socket.once('end', () => finish({ failure: { kind: 'reset' } }));
    socket.on('data', (chunk: Buffer) => {
      try {
        const answer = reader.push(chunk);
        if (answer !== null) finish(answer);
      } catch (error) {
        finish({ failure: error instanceof TlsFault ? failureOf(error) : { kind: 'not_tls', answeredAs: null } });
      }
    });
    socket.write(hello);
  });
