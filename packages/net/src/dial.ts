import { createConnection, type Socket } from 'node:net';

/** Why no address accepted a connection; `address` is the one with the most specific failure. */
export type DialProblem =
  | { readonly kind: 'refused' | 'reset' | 'unroutable'; readonly address: string }
  | { readonly kind: 'connect_timeout'; readonly address: string; readonly timeoutMs: number };

export type Dialed<Connection> = { readonly connection: Connection; readonly address: string } | { readonly problem: DialProblem };

/** Callbacks for one connection attempt: exactly one is called, once, and never before `connect` returned. */
export interface ConnectionOutcome {
  readonly onConnect: () => void;
  /** `error.code` is the system's error code, such as `ECONNREFUSED`. */
  readonly onError: (error: NodeJS.ErrnoException) => void;
}

export interface DialRequest<Connection> {
  /** Already checked by the guard; exactly these are dialed. */
  readonly addresses: readonly string[];
  readonly port: number;
  /** For all addresses together. */
  readonly timeoutMs: number;
  readonly connect: (address: string, port: number, outcome: ConnectionOutcome) => Connection;
}

/** The clock to use: thousands of connections share one timer. */
export interface Timers<Alarm> {
  schedule(delayMs: number, fire: () => void): Alarm;
  cancel(alarm: Alarm): void;
}

/** How long to wait for one address before also trying the next (RFC 8305 section 5). */
const NEXT_ADDRESS_MS = 250;
const MAX_ADDRESSES = 6;

/** Resource shortages of this machine; they say nothing about the target. */
const ownFaults = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL']);
const problemKinds = new Map<string, 'refused' | 'reset' | 'unroutable'>([
  ['ECONNREFUSED', 'refused'],
  ['ECONNRESET', 'reset'],
]);
const mostSpecificFirst = ['refused', 'reset', 'connect_timeout', 'unroutable'] as const;

/**
 * Dials the addresses in order, the next one after a failure or 250 ms; the first that connects wins. Calls `settle`
 * once, or `fail` if this machine runs short of file descriptors or ports.
 */
export const dial = <Connection extends { destroy(): void }, Alarm>(
  timers: Timers<Alarm>,
  { addresses, port, timeoutMs, connect }: DialRequest<Connection>,
  settle: (dialed: Dialed<Connection>) => void,
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
    const [worst] = problems.toSorted((a, b) => mostSpecificFirst.indexOf(a.kind) - mostSpecificFirst.indexOf(b.kind));
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

/** Opens a TCP connection as an ordinary stream. */
export const connectSocket = (host: string, port: number, { onConnect, onError }: ConnectionOutcome): Socket => {
  const socket = createConnection({ host, port, noDelay: true });
  socket.once('connect', () => {
    // The caller adds its own listener; until then, a late error must not end the process.
    socket.removeListener('error', onError).on('error', ignore);
    onConnect();
  });
  return socket.on('error', onError);
};

const ownTimers: Timers<NodeJS.Timeout> = {
  schedule: (delayMs, fire) => setTimeout(fire, delayMs),
  cancel: (alarm) => clearTimeout(alarm),
};

/** Dials one connection. Rejects only for a resource shortage of this machine. */
export const dialFirst = (
  addresses: readonly string[],
  port: number,
  timeoutMs: number,
): Promise<{ readonly socket: Socket; readonly address: string } | { readonly problem: DialProblem }> =>
  new Promise((resolve, reject) => {
    const settle = (dialed: Dialed<Socket>): void =>
      resolve('problem' in dialed ? dialed : { socket: dialed.connection, address: dialed.address });
    dial(ownTimers, { addresses, port, timeoutMs, connect: connectSocket }, settle, reject);
  });
