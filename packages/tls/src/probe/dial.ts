import { createConnection, type Socket } from 'node:net';
import type { DialProblem } from '@notafter/net';
import type { Alarm, TimerWheel } from './timer-wheel.ts';

export type Dialled = { readonly socket: Socket; readonly address: string } | { readonly problem: DialProblem };

export interface DialRequest {
  /** Judged before: what is dialled is exactly these. */
  readonly addresses: readonly string[];
  readonly port: number;
  /** For all addresses together. */
  readonly timeoutMs: number;
  /**
   * Takes what arrives: the first `length` of `bytes`, which are used again at once. Without it the socket is an ordinary
   * stream.
   */
  readonly onBytes?: (bytes: Buffer, length: number) => void;
}

/** How long one address is given before the next one is tried beside it (RFC 8305 section 5). */
const NEXT_ADDRESS_MS = 250;
const MAX_ADDRESSES = 6;
const READ_BYTES = 65_536;

/** All sockets of the thread read into the same memory: each read is taken before the next one begins. */
let arrivals: Buffer | undefined;

/** Shortages of this machine say nothing about the target. */
const ownFaults = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL']);
const problemKinds = new Map<string, 'refused' | 'reset' | 'unroutable'>([
  ['ECONNREFUSED', 'refused'],
  ['ECONNRESET', 'reset'],
]);
const telling = ['refused', 'reset', 'connect_timeout', 'unroutable'] as const;
const ignore = (): void => undefined;

/**
 * Dials the addresses in order, the next one as soon as one fails or after 250 ms; the first that connects wins. `settle`
 * is called once. `fail` is called instead for a shortage of this machine (no file descriptors, no ports).
 */
export const dial = (wheel: TimerWheel, request: DialRequest, settle: (dialled: Dialled) => void, fail: (error: Error) => void): void => {
  const { port, timeoutMs, onBytes } = request;
  const candidates = request.addresses.slice(0, MAX_ADDRESSES);
  const open = new Map<Socket, string>();
  const problems: DialProblem[] = [];
  let next = 0;
  let stagger: Alarm | undefined;

  const clear = (): void => {
    if (stagger !== undefined) wheel.cancel(stagger);
    wheel.cancel(deadline);
    for (const socket of open.keys()) socket.destroy();
    open.clear();
  };
  const settleWorst = (): void => {
    clear();
    const [worst] = problems.toSorted((a, b) => telling.indexOf(a.kind) - telling.indexOf(b.kind));
    settle({ problem: worst ?? { kind: 'unroutable', address: candidates[0] ?? '' } });
  };
  const lose = (socket: Socket, address: string, error: NodeJS.ErrnoException): void => {
    if (!open.delete(socket)) return;
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
  const connect = (host: string): Socket => {
    if (onBytes === undefined) return createConnection({ host, port });
    arrivals ??= Buffer.allocUnsafeSlow(READ_BYTES);
    const buffer = arrivals;
    const callback = (length: number): boolean => {
      onBytes(buffer, length);
      return true;
    };
    return createConnection({ host, port, onread: { buffer, callback } });
  };
  const dialNext = (): void => {
    const address = candidates[next];
    next += 1;
    if (address === undefined) return;
    const socket = connect(address);
    open.set(socket, address);
    const onError = (error: Error): void => lose(socket, address, error);
    socket.on('error', onError);
    socket.on('connect', () => {
      if (!open.delete(socket)) return;
      clear();
      // The caller listens too; a late error must not end the process.
      socket.removeListener('error', onError).on('error', ignore);
      settle({ socket, address });
    });
    if (next < candidates.length) stagger = wheel.schedule(NEXT_ADDRESS_MS, dialNext);
  };
  const deadline = wheel.schedule(timeoutMs, () => {
    for (const address of open.values()) problems.push({ kind: 'connect_timeout', address, timeoutMs });
    settleWorst();
  });

  if (candidates.length === 0) settleWorst();
  else dialNext();
};
