import { createConnection, type Socket } from 'node:net';

/** Why no address accepted a connection; `address` is the one the telling failure came from. */
export type DialProblem =
  | { readonly kind: 'refused' | 'reset' | 'unroutable'; readonly address: string }
  | { readonly kind: 'connect_timeout'; readonly address: string; readonly timeoutMs: number };

export type Dialled<Connection> = { readonly connection: Connection; readonly address: string } | { readonly problem: DialProblem };

/** What becomes of an attempt to connect: one of these is called, once, and never before the attempt was answered. */
export interface ConnectionOutcome {
  readonly onConnect: () => void;
  /** `error.code` is the system's, as `ECONNREFUSED`. */
  readonly onError: (error: NodeJS.ErrnoException) => void;
}

export interface DialRequest<Connection> {
  /** Judged before: what is dialled is exactly these. */
  readonly addresses: readonly string[];
  readonly port: number;
  /** For all addresses together. */
  readonly timeoutMs: number;
  readonly connect: (address: string, port: number, outcome: ConnectionOutcome) => Connection;
}

/** Who keeps the time: thousands of connections share one timer. */
export interface Timers<Alarm> {
  schedule(delayMs: number, fire: () => void): Alarm;
  cancel(alarm: Alarm): void;
}

/** How long one address is given before the next one is tried beside it (RFC 8305 section 5). */
const NEXT_ADDRESS_MS = 250;
const MAX_ADDRESSES = 6;

/** Shortages of this machine say nothing about the target. */
const ownFaults = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL']);
const problemKinds = new Map<string, 'refused' | 'reset' | 'unroutable'>([
  ['ECONNREFUSED', 'refused'],
  ['ECONNRESET', 'reset'],
]);
const telling = ['refused', 'reset', 'connect_timeout', 'unroutable'] as const;

/**
 * Dials the addresses in order, the next one as soon as one fails or after 250 ms; the first that connects wins. `settle`
 * is called once. `fail` is called instead for a shortage of this machine (no file descriptors, no ports).
 */
export const dial = <Connection extends { destroy(): void }, Alarm>(
  timers: Timers<Alarm>,
  { addresses, port, timeoutMs, connect }: DialRequest<Connection>,
  settle: (dialled: Dialled<Connection>) => void,
  fail: (error: Error) => void,
): void => {
  const candidates = addresses.slice(0, MAX_ADDRESSES);
  const open = new Map<Connection, string>();
  const problems: DialProblem[] = [];
  let next = 0;
  let stagger: Alarm | undefined;

  const clear = (): void => {
    if (stagger !== undefined) timers.cancel(stagger);
    timers.cancel(deadline);
    for (const connection of open.keys()) connection.destroy();
    open.clear();
  };
  const settleWorst = (): void => {
    clear();
    const [worst] = problems.toSorted((a, b) => telling.indexOf(a.kind) - telling.indexOf(b.kind));
    settle({ problem: worst ?? { kind: 'unroutable', address: candidates[0] ?? '' } });
  };
  const lose = (connection: Connection, address: string, error: NodeJS.ErrnoException): void => {
    if (!open.delete(connection)) return;
    if (ownFaults.has(error.code ?? '')) {
      clear();
      fail(error);
      return;
    }
    const kind = error.code === 'ETIMEDOUT' ? 'connect_timeout' : (problemKinds.get(error.code ?? '') ?? 'unroutable');
    problems.push(kind === 'connect_timeout' ? { kind, address, timeoutMs } : { kind, address });
    if (next < candidates.length) dialNext();
    else if (open.size === 0) settleWorst();
  };
  const dialNext = (): void => {
    const address = candidates[next];
    next += 1;
    if (address === undefined) return;
    const connection = connect(address, port, {
      onConnect: () => {
        if (!open.delete(connection)) return;
        clear();
        settle({ connection, address });
      },
      onError: (error) => lose(connection, address, error),
    });
    open.set(connection, address);
    if (next < candidates.length) stagger = timers.schedule(NEXT_ADDRESS_MS, dialNext);
  };
  const deadline = timers.schedule(timeoutMs, () => {
    for (const address of open.values()) problems.push({ kind: 'connect_timeout', address, timeoutMs });
    settleWorst();
  });

  if (candidates.length === 0) settleWorst();
  else dialNext();
};

const ignore = (): void => undefined;

/** A connection as an ordinary stream. */
export const connectSocket = (host: string, port: number, { onConnect, onError }: ConnectionOutcome): Socket => {
  const socket = createConnection({ host, port, noDelay: true });
  socket.once('connect', () => {
    // The caller listens too; until it does, a late error must not end the process.
    socket.removeListener('error', onError).on('error', ignore);
    onConnect();
  });
  return socket.on('error', onError);
};

const ownTimers: Timers<NodeJS.Timeout> = {
  schedule: (delayMs, fire) => setTimeout(fire, delayMs),
  cancel: (alarm) => clearTimeout(alarm),
};

/** The same for a single connection. Rejects only for a shortage of this machine. */
export const dialFirst = (
  addresses: readonly string[],
  port: number,
  timeoutMs: number,
): Promise<{ readonly socket: Socket; readonly address: string } | { readonly problem: DialProblem }> =>
  new Promise((resolve, reject) => {
    const settle = (dialled: Dialled<Socket>): void =>
      resolve('problem' in dialled ? dialled : { socket: dialled.connection, address: dialled.address });
    dial(ownTimers, { addresses, port, timeoutMs, connect: connectSocket }, settle, reject);
  });
