import type { DiscoverySource } from '@notafter/domain';
import { Findings } from './findings.ts';
import { NAMES_FULL, OUT_OF_TIME, type SourceClock } from './source-options.ts';

/** Returns the names in observed certificates. Does not follow names in the certificates of the hosts it finds. */
export const createSanSource = ({ clock }: { readonly clock: SourceClock }): DiscoverySource => ({
  name: 'san',
  async find(request) {
    const { signal, budgetMs, seenNames, step } = request;
    const findings = new Findings(request);
    const deadline = performance.now() + budgetMs;
    let isLate = false;
    let read = 0;
    for await (const names of seenNames()) {
      isLate = signal.aborted || performance.now() > deadline;
      if (isLate || findings.isFull) break;
      for (const name of names) await findings.add(name);
      read += 1;
      // The number of certificates is unknown; only the end is 1.
      step({ done: read / (read + 10), note: null });
    }
    await findings.flush();
    if (findings.isFull) return { outcome: 'partial', reason: NAMES_FULL, fetchedAt: clock.now() };
    if (isLate) return { outcome: read === 0 ? 'failed' : 'partial', reason: OUT_OF_TIME, fetchedAt: clock.now() };
    return { outcome: 'complete', reason: null, fetchedAt: clock.now() };
  },
});
