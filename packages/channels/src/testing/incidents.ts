/** Incidents by key, as in PagerDuty and Splunk On-Call: a trigger opens one or joins the open one. */
export class Incidents {
  readonly #episodes = new Map<string, { count: number; isOpen: boolean }>();

  /** The same for what the vendor treats as the same update of the same incident. */
  keyOf(key: string, action: 'trigger' | 'acknowledge' | 'resolve'): string {
    const episode = this.#episodes.get(key) ?? { count: 0, isOpen: false };
    this.#episodes.set(key, episode);
    if (action === 'trigger' && !episode.isOpen) episode.count += 1;
    if (action !== 'acknowledge') episode.isOpen = action === 'trigger';
    return `${action} ${episode.count} ${key}`;
  }
}
