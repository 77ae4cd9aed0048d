import type { Socket } from 'node:net';
import type { ProbeTarget } from '@notafter/domain';
import type { Guard, GuardedConnection } from '@notafter/net';
import { TlsFault } from '../probe/protocol/tls-fault.ts';
import type { HandshakeFailure } from '../probe/unreachable.ts';
import { type Question, writeScanHello } from './scan-hello.ts';
import { AnswerReader, goodbye, type ServerAnswer } from './server-answer.ts';

/** Connects to a host or an address: the outbound guard's way on the server, any address on a person's own machine. */
export type Dial = Guard['guardedConnect'];
type DialProblem = Extract<GuardedConnection, { problem: unknown }>['problem'];

export type Reply = ServerAnswer | { readonly failure: HandshakeFailure };

/** Ends a scan where going on would be of no use; what was found until then stands. */
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
  /** However soon a server answers, silence is waited for this long. */
  readonly minPatienceMs: number;
  readonly pauseMs: number;
}

/** Answers of one server differ little: after the first one, silence is waited for this many times as long. */
const PATIENCE = 6;
const MAX_SILENCES_IN_A_ROW = 3;
const MAX_CONNECTIONS = 400;
const GOODBYE_MS = 100;

/** Asks one server one question after the other, each over a connection of its own, within one time for all. */
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

  /** The address that the first connection was made to; all later ones go to the same. */
  get address(): string | null {
    return this.#address;
  }

  /** Why the last connection could not be made. */
  get problem(): DialProblem | null {
    return this.#problem;
  }

  get remainingMs(): number {
    return Math.max(0, Math.floor(this.#deadline - performance.now()));
  }

  /** For what may take a server longer than a ServerHello. */
  get longestMs(): number {
    return Math.min(this.#options.answerTimeoutMs, this.remainingMs);
  }

  /** How long this server's answers are worth waiting for. */
  get patienceMs(): number {
    const { answerTimeoutMs, minPatienceMs } = this.#options;
    const expected = this.#slowestMs === 0 ? answerTimeoutMs : Math.max(minPatienceMs, this.#slowestMs * PATIENCE);
    return Math.min(answerTimeoutMs, expected, this.remainingMs);
  }

  /** A connection, after the pause that is due. Throws ScanStopped when the time is over or the server takes none any more. */
  async connect(): Promise<Socket> {
    const { target, dial, answerTimeoutMs, pauseMs } = this.#options;
    await this.#pause();
    if (this.remainingMs === 0) throw new ScanStopped('time ran out');
    if (this.connections >= MAX_CONNECTIONS) throw new ScanStopped('the server has too many answers');
    this.connections += 1;
    const limitMs = Math.max(1, Math.min(answerTimeoutMs, this.remainingMs));
    const connection = await dial(this.#address ?? target.host, target.port, { connectTimeoutMs: limitMs, totalTimeoutMs: limitMs });
    this.#nextAt = performance.now() + pauseMs;
    if ('problem' in connection) {
      this.#problem = connection.problem;
      throw new ScanStopped('the server stopped taking connections');
    }
    this.#address ??= connection.address;
    return connection.socket;
  }

  /** One question and what the server makes of it. `waitsForExchange`: read on to the ServerKeyExchange. */
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

/** Sends a ClientHello and reads the answer; the socket is closed afterwards. Never rejects. */
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
