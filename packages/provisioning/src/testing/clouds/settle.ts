import { ProviderError } from '@notafter/domain';

/** A cloud of tests: its time passes only when it is moved. */
export interface TestClock {
  now: number;
}

const RETRY_MS = 5000;
/** The deadline of a deployment and of a resize. */
const DEADLINE_MS = 1_200_000;

/** Makes a call again while its refusal passes by itself, after a pause. Rejects with any other, and with what the pause throws. */
export const untilItPasses = async <Result>(
  call: () => Promise<Result>,
  pause: (refusal: ProviderError) => Promise<void> | void,
): Promise<Result> => {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ProviderError) || !error.passes) throw error;
      await pause(error);
    }
  }
};

/** Makes a call again as the steps of an operation do. Rejects with a refusal that does not pass, and at the deadline. */
export const settle = <Result>(clock: TestClock, call: () => Promise<Result>): Promise<Result> => {
  const deadline = clock.now + DEADLINE_MS;
  return untilItPasses(call, (refusal) => {
    if (clock.now > deadline) throw refusal;
    clock.now += refusal.retryAfterMs ?? RETRY_MS;
  });
};
