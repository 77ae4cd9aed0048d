import { type DiscoverySource, internalEndOf, type ServiceAnswer, type SourceOutcome, type SourceStep } from '@notafter/domain';
import { Findings } from '../findings.ts';
import type { SourceClock } from '../source-options.ts';
import type { CtService } from './service.ts';

export interface CtOptions {
  readonly clock: SourceClock;
  /** Services that the operator has not disabled. */
  readonly services: readonly CtService[];
}

const outcomeOf = (outcomes: readonly SourceOutcome[]): SourceOutcome => {
  const [first = 'failed'] = outcomes;
  return outcomes.every((outcome) => outcome === first) ? first : 'partial';
};

const oldest = (times: readonly Date[]): Date => new Date(Math.min(...times.map((time) => time.getTime())));

/** Asks all services concurrently; a failing one does not affect the others. */
export const createCtSource = ({ clock, services }: CtOptions): DiscoverySource => ({
  name: 'ct_logs',
  async find(request) {
    if (services.length === 0) {
      return { outcome: 'failed', reason: 'The operator has disabled certificate transparency.', fetchedAt: clock.now() };
    }
    const { domain, signal, budgetMs, step, answered = [] } = request;
    // Asking would also disclose the domain.
    const end = internalEndOf(domain);
    if (end !== null) {
      const reason = `No log was asked: public logs have no names below .${end}.`;
      return { outcome: 'complete', reason, fetchedAt: clock.now(), unasked: true };
    }
    const deadline = performance.now() + budgetMs;
    const shares = services.map(() => 0);
    const stepOf =
      (index: number) =>
      ({ done, note }: SourceStep): void => {
        shares[index] = Math.max(shares[index] ?? 0, done);
        step({ done: shares.reduce((sum, share) => sum + share, 0) / services.length, note });
      };
    const ask = async (service: CtService, index: number): Promise<ServiceAnswer & { readonly isLasting: boolean }> => {
      const known = answered.find((one) => one.service === service.name);
      if (known !== undefined) return { ...known, isLasting: true };
      const report = await service.find({ domain, signal, deadline, findings: new Findings(request), step: stepOf(index) });
      return { service: service.name, ...report, fetchedAt: clock.now() };
    };
    const said = await Promise.all(
      services.map(async (service, index) => {
        const answer = await ask(service, index);
        stepOf(index)({ done: 1, note: null });
        return answer;
      }),
    );
    const reasons = said.flatMap(({ reason }) => (reason === null ? [] : [reason]));
    return {
      outcome: outcomeOf(said.map(({ outcome }) => outcome)),
      reason: reasons.length === 0 ? null : reasons.join(' '),
      fetchedAt: oldest(said.map(({ fetchedAt }) => fetchedAt)),
      answers: said.filter(({ isLasting }) => isLasting).map(({ isLasting: _, ...answer }) => answer),
    };
  },
});
