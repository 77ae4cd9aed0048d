import { createConnection, type Socket } from 'node:net';

/** Why no address accepted a connection; `address` is the one the telling failure came from. */
export type DialProblem =
  | { readonly kind: 'refused' | 'reset' | 'unroutable'; readonly address: string }
  | { readonly kind: 'connect_timeout'; readonly address: string; readonly timeoutMs: number };

export type Dialled = { readonly socket: Socket; readonly address: string } | { readonly problem: DialProblem };

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
 * Dials the addresses in order, the next one as soon as one fails or after 250 ms; the first that connects wins.
 * `timeoutMs` covers all of them. Rejects only for a shortage of this machine (no file descriptors, no ports).
 */
export const dialFirst = (addresses: readonly string[], port: number, timeoutMs: number): Promise<Dialled> =>
  new Promise((resolve, reject) => {
    const candidates = addresses.slice(0, MAX_ADDRESSES);
    const open = new Map<Socket, string>();
    const problems: DialProblem[] = [];
    let next = 0;
    let stagger: NodeJS.Timeout | undefined;

    const settle = (): void => {
      clearTimeout(stagger);
      clearTimeout(deadline);
      for (const socket of open.keys()) socket.destroy();
      open.clear();
    };
    const worst = (): DialProblem => {
      const sorted = problems.toSorted((a, b) => telling.indexOf(a.kind) - telling.indexOf(b.kind));
      return sorted[0] ?? { kind: 'unroutable', address: candidates[0] ?? '' };
    };
    const fail = (socket: Socket, address: string, error: NodeJS.ErrnoException): void => {
      if (!open.delete(socket)) return;
      if (ownFaults.has(error.code ?? '')) {
        settle();
        reject(error);
        return;
      }
      const kind = error.code === 'ETIMEDOUT' ? 'connect_timeout' : (problemKinds.get(error.code ?? '') ?? 'unroutable');
      problems.push(kind === 'connect_timeout' ? { kind, address, timeoutMs } : { kind, address });
      if (next < candidates.length) dialNext();
      else if (open.size === 0) {
        settle();
        resolve({ problem: worst() });
      }
    };
    const dialNext = (): void => {
      clearTimeout(stagger);
      const address = candidates[next];
      next += 1;
      if (address === undefined) return;
      const socket = createConnection({ host: address, port, noDelay: true });
      open.set(socket, address);
      socket.on('error', (error) => fail(socket, address, error));
      socket.once('connect', () => {
        if (!open.delete(socket)) return;
        settle();
        // The caller listens too; until it does, a late error must not end the process.
        socket.removeAllListeners('error').on('error', () => undefined);
        resolve({ socket, address });
      });
      if (next < candidates.length) stagger = setTimeout(dialNext, NEXT_ADDRESS_MS);
    };
    const deadline = setTimeout(() => {
      for (const address of open.values()) problems.push({ kind: 'connect_timeout', address, timeoutMs });
      settle();
      resolve({ problem: worst() });
    }, timeoutMs);

    if (candidates.length === 0) {
      settle();
      resolve({ problem: worst() });
    } else dialNext();
  });
