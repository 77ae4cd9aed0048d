import { Worker } from 'node:worker_threads';
import type { Observation, Prober, ProbeTerms, ReportedAddress, TrustAnchors } from '@notafter/domain';
import { createAddressPolicy } from '@notafter/net';
import { AnchorWriter } from './anchor-messages.ts';
import { readBundle } from './judge/trust-store.ts';
import { AnswerReader, type ProbeAnswers, type ProbeRequest, type ProbeRequests } from './messages.ts';
import { Lanes } from './probe/lanes.ts';
import type { AddressProbeTerms, EndpointTarget, ProbeOptions } from './probe.ts';

export interface ProberOptions extends ProbeOptions {
  /** Probes at once among targets that answer; more wait in order. */
  readonly maxInFlight?: number;
  /** Additional probes at once among those requested with `first`. */
  readonly maxFirst?: number;
  /** Additional probes at once among targets that timed out last time or are slow now. */
  readonly maxSlow?: number;
}

export interface ClosableProber extends Prober {
  probe(target: EndpointTarget, terms?: ProbeTerms): Promise<Observation>;
  /** Ends the worker thread. Running probes reject. */
  close(): Promise<void>;
}

interface Pending {
  /** Identifies the target for its lane. */
  readonly key: string;
  readonly first: boolean;
  readonly target: EndpointTarget;
  readonly addressTerms: AddressProbeTerms | undefined;
  readonly anchors: readonly TrustAnchors[];
  readonly reported: readonly ReportedAddress[] | undefined;
  readonly resolve: (observation: Observation) => void;
  readonly reject: (error: Error) => void;
  attempts: number;
}

const MAX_ATTEMPTS = 2;
/** Healthy servers answer within half of this, even from the other side of the world. */
const SLOW_AFTER_MS = 1_000;
/** Some 10 MB; a forgotten target costs a fast slot for a second, once. */
const MAX_KNOWN_SLOW = 100_000;
/** Five thousand probes need far less; a leak ends the thread, which is then replaced. A small nursery reduces garbage. */
const heapLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8 } as const;

/**
 * Creates a prober with its own worker thread, so that no handshake delays a page. The thread starts with the first probe and
 * is replaced when it dies; running probes are then retried once. `probe` rejects only after a second death, on a fault of
 * this machine, or after `close`. Throws at once for an unreadable range or PEM bundle.
 */
export const createProber = ({ maxInFlight = 1_000, maxFirst = 100, maxSlow = 4_000, ...probeOptions }: ProberOptions): ClosableProber => {
  // An unreadable setting has to fail the start, not each probe.
  createAddressPolicy({ allow: probeOptions.targetAllow });
  if (probeOptions.extraCaPem !== undefined) readBundle(probeOptions.extraCaPem);
  const underWay = new Map<number, Pending>();
  const anchorWriter = new AnchorWriter();
  const lanes = new Lanes<Pending>({
    firstSlots: maxFirst,
    fastSlots: maxInFlight,
    slowSlots: maxSlow,
    slowAfterMs: SLOW_AFTER_MS,
    maxKnownSlow: MAX_KNOWN_SLOW,
  });
  let moveTimer: NodeJS.Timeout | undefined;
  let lastId = 0;
  let worker: Worker | undefined;
  let closed = false;
  let isPumping = false;

  const start = (): Worker => {
    const started = new Worker(new URL('./probe-worker.ts', import.meta.url), {
      name: 'tls-probe',
      workerData: probeOptions,
      execArgv: [],
      resourceLimits: heapLimits,
    });
    const reader = new AnswerReader();
    started.on('message', (message: ProbeAnswers) => {
      const now = performance.now();
      for (const answer of reader.read(message)) {
        const pending = underWay.get(answer.id);
        if (pending === undefined) continue;
        underWay.delete(answer.id);
        if ('observation' in answer) {
          lanes.end(pending, answer.observation.kind === 'unreachable' && answer.observation.reason === 'timeout', now);
          pending.resolve(answer.observation);
        } else {
          lanes.stop(pending);
          pending.reject(new Error(`The probe of ${pending.target.host} failed on this machine: ${answer.fault}`));
        }
      }
      pump();
    });
    let cause: unknown;
    started.on('error', (error) => {
      cause = error;
    });
    started.once('exit', () => {
      if (worker === started) worker = undefined;
      anchorWriter.clear();
      const lost = [...underWay.values()];
      underWay.clear();
      for (const pending of lost) {
        lanes.stop(pending);
        if (closed || pending.attempts >= MAX_ATTEMPTS) pending.reject(new Error('The probe thread ended.', { cause }));
        else lanes.add(pending);
      }
      pump();
    });
    return started;
  };

  const pump = (): void => {
    const probes: ProbeRequest[] = [];
    const now = performance.now();
    for (let pending = lanes.next(now); pending !== undefined; pending = lanes.next(now)) {
      lastId += 1;
      pending.attempts += 1;
      underWay.set(lastId, pending);
      const { target, addressTerms, anchors, reported } = pending;
      for (const each of anchors) anchorWriter.use(each);
      probes.push({
        id: lastId,
        target,
        ...(addressTerms === undefined ? {} : { addressTerms }),
        ...(reported === undefined ? {} : { reported }),
        ...(anchors.length === 0 ? {} : { anchors: anchors.map(({ digest }) => digest) }),
      });
    }
    if (probes.length > 0) {
      const sent = anchorWriter.take();
      const requests: ProbeRequests = sent === undefined ? { probes } : { probes, anchors: sent };
      worker ??= start();
      worker.postMessage(requests);
    }
    const moveAt = lanes.nextMoveAt();
    if (moveAt !== undefined && moveTimer === undefined) {
      moveTimer = setTimeout(() => {
        moveTimer = undefined;
        pump();
      }, moveAt - now);
    }
    // An idle thread does not keep the process alive; a busy one does.
    if (underWay.size > 0) worker?.ref();
    else worker?.unref();
  };
  /** Sends once per turn of the event loop. */
  const pumpSoon = (): void => {
    if (isPumping) return;
    isPumping = true;
    queueMicrotask(() => {
      isPumping = false;
      pump();
    });
  };

  return {
    probe: (
      { host, port, protocol, servername, address, isOurs, alpn, keyKind },
      { first = false, known, served = null, anchors = [], reported } = {},
    ) =>
      new Promise((resolve, reject) => {
        if (closed) {
          reject(new Error('The prober is closed.'));
          return;
        }
        // Send only the fields that a probe needs; the caller's object may have others.
        const target = { host, port, protocol, servername, address, isOurs, alpn, keyKind };
        const addressTerms = known === undefined ? undefined : { known, first, served };
        lanes.add({ key: `${address ?? host} ${port}`, first, target, addressTerms, anchors, reported, resolve, reject, attempts: 0 });
        pumpSoon();
      }),
    async close() {
      closed = true;
      clearTimeout(moveTimer);
      for (const pending of lanes.drain()) pending.reject(new Error('The prober is closed.'));
      await worker?.terminate();
    },
  };
};
