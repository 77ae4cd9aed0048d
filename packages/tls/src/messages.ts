import type { AddressObservation, AddressProbe, CertificateFacts, Observation, ReportedAddress, ServedObservation } from '@notafter/domain';
import type { SentAnchors } from './anchor-messages.ts';
import type { AddressProbeTerms, EndpointTarget } from './probe.ts';

/** Messages between the prober and its worker thread. They are batched: a message costs more than its contents. */
export interface ProbeRequest {
  readonly id: number;
  readonly target: EndpointTarget;
  /** Absent: one address is enough. */
  readonly addressTerms?: AddressProbeTerms;
  /** Digests of the anchors to trust. */
  readonly anchors?: readonly string[];
  /** Judged instead of dialing the target. */
  readonly reported?: readonly ReportedAddress[];
}

export interface ProbeRequests {
  readonly probes: readonly ProbeRequest[];
  readonly anchors?: SentAnchors;
}

/** An observation of one address with its certificates as numbers. Most were sent before and are cached on both sides. */
interface PackedServed extends Omit<ServedObservation, 'chain' | 'root'> {
  readonly chain: readonly [number, ...number[]];
  readonly root: number | null;
}

export type PackedObservation = PackedServed | Exclude<Observation, { kind: 'served' }>;

type PackedAddress<Seen = AddressObservation> = Seen extends { kind: 'served' }
  ? Omit<Seen, 'certificate'> & { readonly certificate: number }
  : Seen;

interface PackedAddressProbe extends Omit<AddressProbe, 'seen'> {
  readonly seen: readonly PackedAddress[];
}

export type ProbeAnswer =
  | { readonly id: number; readonly observation: PackedObservation; readonly addresses?: PackedAddressProbe }
  /** The machine's fault, not the target's. */
  | { readonly id: number; readonly fault: string };

export interface ProbeAnswers {
  /** Certificates sent for the first time, by number; applied before the answers that use them. */
  readonly certificates: readonly (readonly [number, CertificateFacts])[];
  readonly answers: readonly ProbeAnswer[];
  /** Numbers that are no longer used; applied after the answers. */
  readonly forgotten: readonly number[];
}

/** More than the prober's cache of known leaves and issuers, so that both sides evict together. */
const MAX_SHARED = 15_000;

/** The worker's side: assigns numbers to certificates. The facts of a known certificate are the same object each time. */
export class AnswerWriter {
  readonly #numbers = new Map<CertificateFacts, number>();
  #last = 0;
  #certificates: [number, CertificateFacts][] = [];
  #answers: ProbeAnswer[] = [];
  #forgotten: number[] = [];

  /** Returns whether the next message is empty. */
  get isEmpty(): boolean {
    return this.#answers.length === 0;
  }

  add(id: number, observation: Observation, addresses: AddressProbe | null = null): void {
    const packed = this.#pack(observation);
    this.#answers.push(
      addresses === null ? { id, observation: packed } : { id, observation: packed, addresses: this.#packAddresses(addresses) },
    );
  }

  addFault(id: number, fault: string): void {
    this.#answers.push({ id, fault });
  }

  take(): ProbeAnswers {
    // Evict only between messages: a pending answer may use any number.
    while (this.#numbers.size > MAX_SHARED) {
      const oldest = this.#numbers.entries().next();
      if (oldest.done === true) break;
      this.#numbers.delete(oldest.value[0]);
      this.#forgotten.push(oldest.value[1]);
    }
    const taken = { certificates: this.#certificates, answers: this.#answers, forgotten: this.#forgotten };
    this.#certificates = [];
    this.#answers = [];
    this.#forgotten = [];
    return taken;
  }

  #pack(observation: Observation): PackedObservation {
    if (observation.kind !== 'served') return observation;
    const [leaf, ...rest] = observation.chain;
    const root = observation.root === null ? null : this.#number(observation.root);
    return { ...observation, chain: [this.#number(leaf), ...rest.map((each) => this.#number(each))], root };
  }

  #packAddresses({ seen, ...probe }: AddressProbe): PackedAddressProbe {
    return {
      ...probe,
      seen: seen.map((each) => (each.kind === 'served' ? { ...each, certificate: this.#number(each.certificate) } : each)),
    };
  }

  #number(facts: CertificateFacts): number {
    const known = this.#numbers.get(facts);
    this.#numbers.delete(facts);
    if (known === undefined) {
      this.#last += 1;
      this.#certificates.push([this.#last, facts]);
    }
    const number = known ?? this.#last;
    this.#numbers.set(facts, number);
    return number;
  }
}

/** The prober's side: replaces numbers with certificates. */
export class AnswerReader {
  readonly #certificates = new Map<number, CertificateFacts>();

  /** Returns the answers with complete observations, which share their facts. */
  read({ certificates, answers, forgotten }: ProbeAnswers): ({ id: number; observation: Observation } | { id: number; fault: string })[] {
    for (const [number, facts] of certificates) this.#certificates.set(number, facts);
    const read = answers.map((answer) => ('fault' in answer ? answer : { id: answer.id, observation: this.#withAddresses(answer) }));
    for (const number of forgotten) this.#certificates.delete(number);
    return read;
  }

  #withAddresses({ observation, addresses }: Exclude<ProbeAnswer, { fault: string }>): Observation {
    const whole = this.#whole(observation);
    if (addresses === undefined) return whole;
    const seen = addresses.seen.map((each) => (each.kind === 'served' ? { ...each, certificate: this.#facts(each.certificate) } : each));
    return { ...whole, addresses: { ...addresses, seen } };
  }

  #whole(packed: PackedObservation): Observation {
    if (packed.kind !== 'served') return packed;
    const [leaf, ...rest] = packed.chain;
    return {
      ...packed,
      chain: [this.#facts(leaf), ...rest.map((number) => this.#facts(number))],
      root: packed.root === null ? null : this.#facts(packed.root),
    };
  }

  #facts(number: number): CertificateFacts {
    const facts = this.#certificates.get(number);
    if (facts === undefined) throw new Error('A certificate was not sent before it was used.');
    return facts;
  }
}
