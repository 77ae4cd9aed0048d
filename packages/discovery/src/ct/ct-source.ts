import type { DiscoverySource, SourceOutcome, SourceStep } from '@notafter/domain';
import { Findings } from '../findings.ts';
import type { SourceClock } from '../source-options.ts';
import type { CtService } from './service.ts';

export interface CtOptions {
  readonly clock: SourceClock;
  /** Those that the operator has not turned off. */
  readonly services: readonly CtService[];
}

const outcomeOf = (outcomes: readonly SourceOutcome[]): SourceOutcome => {
  const [first = 'failed'] = outcomes;
  return outcomes.every((outcome) => outcome === first) ? first : 'partial';
};

/** Asks every service beside each other; one that is dead takes nothing from the other. */
export const createCtSource = ({ clock, services }: CtOptions): DiscoverySource => ({
  name: 'ct_logs',
  async find(request) {
    if (services.length === 0) {
      return { outcome: 'failed', reason: 'The operator has turned certificate transparency off.', fetchedAt: clock.now() };
    }
    const { domain, signal, budgetMs, step } = request;
    const deadline = performance.now() + budgetMs;
    const shares = services.map(() => 0);
    const stepOf =
      (index: number) =>
      ({ done, note }: SourceStep): void => {
        shares[index] = Math.max(shares[index] ?? 0, done);
        step({ done: shares.reduce((sum, share) => sum + share, 0) / services.length, note });
      };
    const reports = await Promise.all(
      services.map(async (service, index) => {
        const report = await service.find({ domain, signal, deadline, findings: new Findings(request), step: stepOf(index) });
        stepOf(index)({ done: 1, note: null });
        return report;
      }),
    );
    const reasons = reports.flatMap(({ reason }) => (reason === null ? [] : [reason]));
    return {
      outcome: outcomeOf(reports.map(({ outcome }) => outcome)),
      reason: reasons.length === 0 ? null : reasons.join(' '),
      fetchedAt: clock.now(),
    };
  },
});
