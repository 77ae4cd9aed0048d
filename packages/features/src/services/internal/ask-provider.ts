import { ProviderError, SECOND_MS, type ServiceOperationKind } from '@notafter/domain';
import type { StepRun } from '../../steps/define-process.ts';
import { fail, nap, type Outcome } from '../../steps/outcome.ts';
import { updateServiceOf } from './service-row.ts';

export type OperationRun = StepRun<ServiceOperationKind>;

/** A server that is restarted again and again gives up no service; the deadline does. */
export const STARTS_MAX = 20;

const RETRY_SECONDS = 5;

/** Waits, and stores what the cloud or the engine said, so that people see what is waited for. */
export const waitFor = ({ id }: OperationRun, seconds: number, answer: string): Outcome<never> =>
  nap(seconds, ({ db }) => updateServiceOf(db, id, { lastAnswer: answer }));

/** Ends a step by what its provider refused: one that passes is asked again, any other fails the operation. */
export const askProvider = async <Step extends string>(run: OperationRun, ask: () => Promise<Outcome<Step>>): Promise<Outcome<Step>> => {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (!error.passes) return fail(error.message);
    const seconds = error.retryAfterMs === null ? RETRY_SECONDS : Math.ceil(error.retryAfterMs / SECOND_MS);
    return waitFor(run, seconds, error.message);
  }
};
