import { DrizzleQueryError } from 'drizzle-orm';

const MAX_DEPTH = 8;

/** The lines after an error's message. */
const framesOf = ({ stack = '', message }: Error): string => stack.slice(stack.indexOf(message) + message.length);

/** Besides the message and the stack: the values of a query, and the row that PostgreSQL rejected. */
const leftOut = new Set(['params', 'detail', 'where', 'message', 'stack', 'cause', 'errors']);

const ownFieldsOf = (error: Error): Record<string, unknown> =>
  Object.fromEntries(Object.entries(error).filter(([name]) => !leftOut.has(name)));

/**
 * Returns an error that logs and job rows can store: a failed query without its values, which include addresses and hashes.
 * Returns any other error unchanged.
 */
export const withoutValues = (error: unknown, depth = MAX_DEPTH): unknown => {
  if (!(error instanceof Error)) return error;
  if (depth === 0) return undefined;
  const given: readonly unknown[] | null = error instanceof AggregateError ? error.errors : null;
  const errors = given?.map((one) => withoutValues(one, depth - 1)) ?? null;
  const cause = withoutValues(error.cause, depth - 1);
  const isQuery = error instanceof DrizzleQueryError;
  const isRefusal = 'severity' in error;
  const isWhole = cause === error.cause && (errors?.every((one, index) => one === given?.[index]) ?? true);
  if (isWhole && !isQuery && !isRefusal) return error;
  const message = isQuery ? `Failed query: ${error.query}` : error.message;
  const options = cause === undefined ? {} : { cause };
  const copy = errors === null ? new Error(message, options) : new AggregateError(errors, message, options);
  copy.name = error.name;
  copy.stack = `${error.name}: ${message}${framesOf(error)}`;
  return Object.assign(copy, ownFieldsOf(error));
};
