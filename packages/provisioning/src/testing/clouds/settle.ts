import { ProviderError } from '@notafter/domain';

/** A cloud of tests: its time passes only when it is moved. */
export interface TestClock {
  now: number;
}

const RETRY_MS = 5000;
/** The deadline of a deployment and of a resize. */
const DEADLINE_MS = 1_200_000;

/** Makes a call again while its refusal passes by itself, as the steps of an operation do. Rejects with any other, and at the deadline. */
export const settle = async <Result>(clock: TestClock, call: () => Promise<Result>): Promise<Result> => {
  const deadline = clock.now + DEADLINE_MS;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ProviderError) || !error.passes || clock.now > deadline) throw error;
      clock.now += error.retryAfterMs ?? RETRY_MS;
    }
  }
};
