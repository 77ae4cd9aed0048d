import { Agent, request as httpRequest } from 'node:http';
import { idOfAdded } from '../add-until-stopped.ts';

const DEADLINE_MS = 30_000;
const TICK_MS = 20;
const MAX_OPEN = 256;

export interface RequestLoad {
  /** IDs of the certificates that were answered 200. */
  readonly acknowledged: readonly string[];
  /** Requests by what they met: a status, or the code of a broken connection. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** Milliseconds on the clock of performance.now(): the first acknowledged write that started after `from`. */
  firstWriteAfter(from: number): number | null;
  stop(): Promise<void>;
}

interface LoadOptions {
  readonly url: string;
  readonly cookie: string;
  readonly perSecond: number;
  readonly domainOf: (n: number) => string;
}

interface Ask {
  readonly path: string;
  readonly json?: object;
}

/** Sends requests at a fixed rate, whatever is answered: a tenth adds certificates, the others read. Nothing is repeated. */
export const startRequestLoad = ({ url, cookie, perSecond, domainOf }: LoadOptions): RequestLoad => {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_OPEN });
  const acknowledged: string[] = [];
  const outcomes = new Map<string, number>();
  const writes: { readonly from: number; readonly to: number }[] = [];
  const open = new Set<Promise<void>>();

  const send = ({ path, json }: Ask): Promise<{ readonly outcome: string; readonly text: string }> =>
    new Promise((resolve) => {
      const fail = (error: unknown): void => {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'broken';
        resolve({ outcome: code, text: '' });
      };
      const sent = httpRequest(`${url}${path}`, {
        agent,
        method: json === undefined ? 'GET' : 'POST',
        headers: { cookie, 'sec-fetch-site': 'same-origin', ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      sent.once('error', fail);
      sent.once('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.once('error', fail).once('end', () => resolve({ outcome: String(response.statusCode), text }));
      });
      sent.end(json === undefined ? undefined : JSON.stringify(json));
    });

  const askOf = (n: number): Ask => {
    if (n % 10 === 0) return { path: '/v1/certificates/add', json: { domain: domainOf(n) } };
    return { path: n % 3 === 0 ? '/api/trpc/accounts.session' : '/v1/certificates?limit=50' };
  };
  const one = async (n: number): Promise<void> => {
    const ask = askOf(n);
    const from = performance.now();
    const { outcome: status, text } = await send(ask);
    const outcome = text.startsWith('<html>') ? `${status} of the balancer` : status;
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (ask.json === undefined || outcome !== '200') return;
    acknowledged.push(idOfAdded(JSON.parse(text)));
    writes.push({ from, to: performance.now() });
  };

  let sent = 0;
  const startedAt = performance.now();
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond);
    for (; sent < due; sent += 1) {
      // A request that can't be sent at the rate is left out, not sent later in a burst.
      if (open.size >= MAX_OPEN) continue;
      const asked = one(sent).finally(() => open.delete(asked));
      open.add(asked);
    }
  }, TICK_MS);
  return {
    acknowledged,
    outcomes,
    firstWriteAfter: (from) =>
      writes
        .filter((write) => write.from >= from)
        .reduce<number | null>((first, { to }) => (first === null || to < first ? to : first), null),
    stop: async () => {
      clearInterval(timer);
      await Promise.all(open);
      agent.destroy();
    },
  };
};
