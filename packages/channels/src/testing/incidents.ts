/** Incidents by their key, as PagerDuty and Splunk On-Call keep them: a trigger opens one or joins the open one. */
export class Incidents {
  readonly #episodes = new Map<string, { count: number; isOpen: boolean }>();

  /** The same for what the vendor recognises as the same news of the same incident. */
  keyOf(key: string, action: 'trigger' | 'acknowledge' | 'resolve'): string {
    const episode = this.#episodes.get(key) ?? { count: 0, isOpen: false };
    this.#episodes.set(key, episode);
    if (action === 'trigger' && !episode.isOpen) episode.count += 1;
    if (action !== 'acknowledge') episode.isOpen = action === 'trigger';
    return `${action} ${episode.count} ${key}`;
  }
}
