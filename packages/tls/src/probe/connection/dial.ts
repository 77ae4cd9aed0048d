import type { DialProblem } from '@notafter/net';
import type { Alarm, TimerWheel } from '../timer-wheel.ts';
import type { ConnectionOutcome } from './connection.ts';

export type Dialled<Connection> = { readonly connection: Connection; readonly address: string } | { readonly problem: DialProblem };

export interface DialRequest<Connection> {
  /** Judged before: what is dialled is exactly these. */
  readonly addresses: readonly string[];
  readonly port: number;
  /** For all addresses together. */
  readonly timeoutMs: number;
  readonly connect: (address: string, port: number, outcome: ConnectionOutcome) => Connection;
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
export const dial = <Connection extends { destroy(): void }>(
  wheel: TimerWheel,
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
    if (stagger !== undefined) wheel.cancel(stagger);
    wheel.cancel(deadline);
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
    if (next < candidates.length) stagger = wheel.schedule(NEXT_ADDRESS_MS, dialNext);
  };
  const deadline = wheel.schedule(timeoutMs, () => {
    for (const address of open.values()) problems.push({ kind: 'connect_timeout', address, timeoutMs });
    settleWorst();
  });

  if (candidates.length === 0) settleWorst();
  else dialNext();
};
