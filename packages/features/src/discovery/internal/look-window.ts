import { discoveredTarget, hostKey, type Observation, type Prober, type ProbeTarget } from '@notafter/domain';
import type { Look } from './found-names.ts';

/** Enough that hosts behind a firewall do not hold up a search, and a small share of what the schedule has under way. */
const LOOKS_AT_ONCE = 50;

const notMade = (target: ProbeTarget): Observation => ({
  kind: 'unreachable',
  target,
  reason: 'unroutable',
  detail: 'The check could not be made.',
  address: null,
});

/** Looks at hosts, so many at once; answers wait here until they are written. */
export class LookWindow {
  readonly #prober: Prober;
  readonly #onFault: (fault: unknown) => void;
  readonly #underWay = new Set<string>();
  #answers: Look[] = [];
  #wake: () => void = () => undefined;
  /** Something happened while nobody waited. */
  #isNudged = false;

  constructor(prober: Prober, onFault: (fault: unknown) => void) {
    this.#prober = prober;
    this.#onFault = onFault;
  }

  get room(): number {
    return LOOKS_AT_ONCE - this.#underWay.size;
  }

  /** Started, and not yet written. */
  get open(): number {
    return this.#underWay.size;
  }

  has(target: ProbeTarget): boolean {
    return this.#underWay.has(hostKey(target));
  }

  start({ host, port }: ProbeTarget): void {
    const target = { host, port };
    this.#underWay.add(hostKey(target));
    const answer = (observation: Observation): void => {
      this.#answers.push({ target, observation });
      this.nudge();
    };
    this.#prober.probe(discoveredTarget(host, port)).then(answer, (fault: unknown) => {
      this.#onFault(fault);
      answer(notMade(target));
    });
  }

  get answered(): number {
    return this.#answers.length;
  }

  takeAnswers(): Look[] {
    const taken = this.#answers;
    this.#answers = [];
    return taken;
  }

  /** Written: the rows no longer wait. */
  close(looks: readonly Look[]): void {
    for (const { target } of looks) this.#underWay.delete(hostKey(target));
  }

  /** Wakes the waiting caller: names arrived, or the end did. */
  nudge(): void {
    this.#isNudged = true;
    this.#wake();
  }

  /** Resolves at the next answer or nudge, or after `timeoutMs`. */
  async wait(timeoutMs: number): Promise<void> {
    if (!this.#isNudged) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#isNudged = false;
  }
}
