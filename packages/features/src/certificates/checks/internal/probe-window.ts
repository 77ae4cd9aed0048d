import { type KnownAddresses, type Observation, type Prober, type StoredEndpoint, targetOfStored } from '@notafter/domain';
import type { ProbeAnchors } from '../../anchors/internal/probe-anchors.ts';

/** An endpoint and what judges it. */
export interface ProbeItem extends StoredEndpoint {
  readonly probeAnchors: ProbeAnchors;
}

/** Outcome of one probe: its observation, or the fault of this machine that prevented it. */
export interface ProbeAnswer<Item extends ProbeItem> {
  readonly item: Item;
  readonly observation: Observation | null;
  readonly fault: unknown;
  /** From the start of the probe, its wait for room in the prober included. */
  readonly durationMs: number;
}

export interface ProbeWindow<Item extends ProbeItem> {
  /** How many more may start now. */
  readonly room: number;
  /** Started and not yet answered. */
  readonly inFlight: ReadonlySet<Item>;
  /** Finished and not yet taken. */
  readonly answered: number;
  /** Checks every address of the name if the addresses changed, or if none is known. `served` is the certificate of the last check. */
  start(item: Item, known: KnownAddresses | null, served: string | null): void;
  takeAnswers(): ProbeAnswer<Item>[];
  /** Resolves at the next outcome, when `signal` aborts, or after `timeoutMs`. */
  wait(timeoutMs: number): Promise<void>;
}

/** Runs up to `size` probes at once, each replaced as it ends: one that hangs blocks one slot. */
export const createProbeWindow = <Item extends ProbeItem>(prober: Prober, size: number, signal?: AbortSignal): ProbeWindow<Item> => {
  const inFlight = new Set<Item>();
  let answers: ProbeAnswer<Item>[] = [];
  let wake = (): void => undefined;

  const finish = (answer: ProbeAnswer<Item>): void => {
    inFlight.delete(answer.item);
    answers.push(answer);
    wake();
  };

  return {
    get room() {
      return size - inFlight.size;
    },
    get answered() {
      return answers.length;
    },
    inFlight,
    start: (item, known, served) => {
      inFlight.add(item);
      const startedAt = performance.now();
      const took = (): number => Math.round(performance.now() - startedAt);
      prober.probe(targetOfStored(item), { known, served, anchors: item.probeAnchors.anchors }).then(
        (observation) => finish({ item, observation, fault: null, durationMs: took() }),
        (fault: unknown) => finish({ item, observation: null, fault, durationMs: took() }),
      );
    },
    takeAnswers: () => {
      const taken = answers;
      answers = [];
      return taken;
    },
    wait: (timeoutMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => wake(), timeoutMs);
        wake = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', wake);
          wake = () => undefined;
          resolve();
        };
        signal?.addEventListener('abort', wake, { once: true });
      }),
  };
};
