/** A start that cannot succeed until somebody changes something. The message names the setting and the fix; a stack would hide it. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}

/** Runs one step of the start; converts an error to a `StartError` whose message begins with `what`. */
export const explained = async <Result>(what: string, step: () => Result | Promise<Result>): Promise<Result> => {
  try {
    return await step();
  } catch (error) {
    throw new StartError(`${what} ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
};
