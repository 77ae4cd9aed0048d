import { type Answer, request } from './request.ts';

const ADDERS = 4;
const ANSWER_TIMEOUT_MS = 30_000;

export interface Adding {
  /** IDs of the certificates that were answered 200. */
  readonly acknowledged: string[];
  /** Answers other than 200. */
  readonly refused: Answer[];
  /** Each acknowledged add: its start and its end on the clock of performance.now(). */
  readonly times: { readonly from: number; readonly to: number }[];
  stop(): Promise<void>;
}

export const idOfAdded = (body: unknown): string => {
  const certificate = typeof body === 'object' && body !== null && 'certificate' in body ? body.certificate : null;
  if (typeof certificate !== 'object' || certificate === null || !('id' in certificate)) throw new Error('An add answered no certificate.');
  return String(certificate.id);
};

/** Adds certificates with several requests at a time, whatever is answered. A request whose connection breaks is repeated for the next name. */
export const addUntilStopped = (url: string, cookie: string, domainOf: (n: number) => string): Adding => {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const adding: Omit<Adding, 'stop'> = { acknowledged: [], refused: [], times: [] };
  let names = 0;
  let stopped = false;
  const adder = async (): Promise<void> => {
    while (!stopped) {
      names += 1;
      const from = performance.now();
      const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
      const answer = await request(`${url}/v1/certificates/add`, { json: { domain: domainOf(names) }, headers, signal }).catch(() => null);
      if (answer === null) continue;
      if (answer.status !== 200) {
        adding.refused.push(answer);
        continue;
      }
      adding.acknowledged.push(idOfAdded(answer.body));
      adding.times.push({ from, to: performance.now() });
    }
  };
  const done = Promise.all(Array.from({ length: ADDERS }, adder));
  return {
    ...adding,
    stop: async () => {
      stopped = true;
      await done;
    },
  };
};
