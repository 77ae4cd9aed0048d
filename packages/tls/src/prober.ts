import { Worker } from 'node:worker_threads';
import type { Observation, Prober, ProbeTarget } from '@notafter/domain';
import { createAddressPolicy } from '@notafter/net';
import { readBundle } from './judge/trust-store.ts';
import type { ProbeAnswer, ProbeRequest } from './messages.ts';
import type { ProbeOptions } from './probe.ts';

export interface ProberOptions extends ProbeOptions {
  /** Probes under way at once; more wait in order. */
  readonly maxInFlight?: number;
}

export interface ClosableProber extends Prober {
  /** Ends the worker thread. Probes under way reject. */
  close(): Promise<void>;
}

interface Pending {
  readonly target: ProbeTarget;
  readonly resolve: (observation: Observation) => void;
  readonly reject: (error: Error) => void;
  attempts: number;
}

const MAX_ATTEMPTS = 2;
/** A thousand probes need far less; a leak ends the thread, which is then replaced. The small nursery keeps garbage low. */
const heapLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8 } as const;

/**
 * Probes in one worker thread of its own, so that no handshake ever delays a page. The thread starts with the first
 * probe and is replaced when it dies; what was under way is then tried once more. `probe` rejects only after a second
 * death, on a fault of this machine, or after `close`. Throws at once for a range or PEM bundle that cannot be read.
 */
export const createProber = ({ maxInFlight = 1_000, ...probeOptions }: ProberOptions): ClosableProber => {
  // A setting that cannot be read is to stop the start, not each probe.
  createAddressPolicy({ allow: probeOptions.targetAllow });
  if (probeOptions.extraCaPem !== undefined) readBundle(probeOptions.extraCaPem);
  const underWay = new Map<number, Pending>();
  const waiting: Pending[] = [];
  let lastId = 0;
  let worker: Worker | undefined;
  let closed = false;

  const start = (): Worker => {
    const started = new Worker(new URL('./probe-worker.ts', import.meta.url), {
      name: 'tls-probe',
      workerData: probeOptions,
      execArgv: [],
      resourceLimits: heapLimits,
    });
    started.on('message', (answer: ProbeAnswer) => {
      const pending = underWay.get(answer.id);
      if (pending === undefined) return;
      underWay.delete(answer.id);
      if ('observation' in answer) pending.resolve(answer.observation);
      else pending.reject(new Error(`The probe of ${pending.target.host} failed on this machine: ${answer.fault}`));
      pump();
    });
    let cause: unknown;
    started.on('error', (error) => {
      cause = error;
    });
    started.once('exit', () => {
      if (worker === started) worker = undefined;
      const lost = [...underWay.values()];
      underWay.clear();
      for (const pending of lost) {
        if (closed || pending.attempts >= MAX_ATTEMPTS) pending.reject(new Error('The probe thread ended.', { cause }));
        else waiting.unshift(pending);
      }
      pump();
    });
    return started;
  };

  const pump = (): void => {
    while (underWay.size < maxInFlight) {
      const pending = waiting.shift();
      if (pending === undefined) break;
      worker ??= start();
      lastId += 1;
      pending.attempts += 1;
      underWay.set(lastId, pending);
      worker.postMessage({ id: lastId, target: pending.target } satisfies ProbeRequest);
    }
    // An idle thread keeps no process alive; a working one does.
    if (underWay.size > 0) worker?.ref();
    else worker?.unref();
  };

  return {
    probe: ({ host, port }) =>
      new Promise((resolve, reject) => {
        if (closed) {
          reject(new Error('The prober is closed.'));
          return;
        }
        waiting.push({ target: { host, port }, resolve, reject, attempts: 0 });
        pump();
      }),
    async close() {
      closed = true;
      for (const pending of waiting.splice(0)) pending.reject(new Error('The prober is closed.'));
      await worker?.terminate();
    },
  };
};
