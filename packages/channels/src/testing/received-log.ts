import { closeSync, openSync, writeSync } from 'node:fs';
import type { Behavior } from './behaviors.ts';

/** One request, or one mail, as a stand-in received it. */
export interface Received {
  readonly channel: string;
  readonly at: string;
  readonly behavior: Behavior;
  /** The receiver has it, whatever its sender received. */
  readonly taken: boolean;
  /** Accepted before under the same key. */
  readonly repeated: boolean;
  /** The vendor recognizes it by its own key and shows nothing new. */
  readonly recognized: boolean;
  /** The message's key: Idempotency-Key, or the left part of a Message-ID. */
  readonly key: string | null;
  /** The vendor's own deduplication key, if it has one. */
  readonly vendorKey: string | null;
  /** Why the vendor would refuse it. */
  readonly problems: readonly string[];
  readonly path: string;
  /** Null if bodies are not stored. */
  readonly body: string | null;
  /** The matches of `ReceivedLogOptions.about` in the body, each once. */
  readonly about: readonly string[];
}

export interface ReceivedCounts {
  requests: number;
  taken: number;
  repeated: number;
  /** Repeated and not recognized: people see the same message twice. */
  duplicates: number;
  faulty: number;
}

export interface ReceivedLogOptions {
  /** NDJSON, one line per request; written at once, so that a killed process has logged everything. */
  readonly file?: string;
  /** Store entries and bodies in memory. For tests; a long run reads the file. */
  readonly keep: boolean;
  /** Extracted from a body that is not stored; global. */
  readonly about?: RegExp;
}

type Note = Omit<Received, 'at' | 'repeated' | 'recognized' | 'about'>;

/** Counts what arrived at each channel. */
export class ReceivedLog {
  readonly entries: Received[] = [];
  readonly counts = new Map<string, ReceivedCounts>();
  readonly #messages = new Set<string>();
  readonly #vendorKeys = new Set<string>();
  readonly #keep: boolean;
  readonly #about: RegExp | undefined;
  readonly #file: number | null;

  constructor({ file, keep, about }: ReceivedLogOptions) {
    this.#keep = keep;
    this.#about = about;
    this.#file = file === undefined ? null : openSync(file, 'a');
  }

  add(note: Note): Received {
    const received = {
      ...note,
      at: new Date().toISOString(),
      repeated: this.#isKnown(this.#messages, note, note.key),
      recognized: this.#isKnown(this.#vendorKeys, note, note.vendorKey),
      body: this.#keep ? note.body : null,
      about: this.#about === undefined ? [] : [...new Set(note.body?.match(this.#about) ?? [])],
    };
    this.#count(received);
    if (this.#keep) this.entries.push(received);
    if (this.#file !== null) writeSync(this.#file, `${JSON.stringify(received)}\n`);
    return received;
  }

  #isKnown(seen: Set<string>, { channel, taken }: Note, key: string | null): boolean {
    if (!taken || key === null) return false;
    const name = `${channel} ${key}`;
    const isKnown = seen.has(name);
    seen.add(name);
    return isKnown;
  }

  #count({ channel, taken, repeated, recognized, problems }: Received): void {
    const counts = this.counts.get(channel) ?? { requests: 0, taken: 0, repeated: 0, duplicates: 0, faulty: 0 };
    this.counts.set(channel, counts);
    counts.requests += 1;
    if (taken) counts.taken += 1;
    if (repeated) counts.repeated += 1;
    if (repeated && !recognized) counts.duplicates += 1;
    if (problems.length > 0) counts.faulty += 1;
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
  }
}
