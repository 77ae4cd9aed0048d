import type { StoredSource, StoredSources } from '@notafter/db';
import { type DiscoverySourceName, discoverySources, type SourceReport, type SourceStep } from '@notafter/domain';

/** How the sources of a run under way stand; what is stored of them is written with the next sign of life. */
export class SourceStates {
  #stored: StoredSources;

  constructor(stored: StoredSources) {
    this.#stored = stored;
  }

  get stored(): StoredSources {
    return this.#stored;
  }

  get shares(): Readonly<Record<DiscoverySourceName, number>> {
    const { direct, dns, ct_logs, san } = this.#stored;
    return { direct: direct.done, dns: dns.done, ct_logs: ct_logs.done, san: san.done };
  }

  /** Whether it has answered, be it in an earlier try of the job. */
  hasEnded(name: DiscoverySourceName): boolean {
    const { state } = this.#stored[name];
    return state !== 'waiting' && state !== 'running';
  }

  /** Whether it says nothing of the domain: it failed, or had nobody to ask. */
  hasNoAnswer(name: DiscoverySourceName): boolean {
    const { state, unasked = false } = this.#stored[name];
    return state === 'failed' || unasked;
  }

  get failures(): string[] {
    return discoverySources.flatMap((name) => {
      const { state, reason } = this.#stored[name];
      return state === 'failed' && reason !== null ? [reason] : [];
    });
  }

  #set(name: DiscoverySourceName, change: Partial<StoredSource>): void {
    this.#stored = { ...this.#stored, [name]: { ...this.#stored[name], ...change } };
  }

  begin(name: DiscoverySourceName): void {
    this.#set(name, { state: 'running', note: null, done: 0 });
  }

  /** Uses its answer to an earlier run. */
  reuse(name: DiscoverySourceName): void {
    this.#set(name, { reused: true });
  }

  step(name: DiscoverySourceName, { done, note }: SourceStep): void {
    this.#set(name, { done: Math.min(1, Math.max(this.#stored[name].done, done)), note });
  }

  end(name: DiscoverySourceName, { outcome, reason, fetchedAt, answers = [], unasked = false }: SourceReport): void {
    const stored = answers.map((answer) => ({ ...answer, fetchedAt: answer.fetchedAt.toISOString() }));
    this.#set(name, { state: outcome, reason, note: null, fetchedAt: fetchedAt.toISOString(), done: 1, answers: stored, unasked });
  }
}
