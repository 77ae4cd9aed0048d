import type { ErrorCode, ErrorEnvelope } from '@notafter/domain';

/** A failed call as a screen needs it: it chooses its text by `code`, `network` when no answer came in time. */
export interface Problem {
  readonly code: ErrorCode | 'network';
  readonly message: string;
  readonly details: NonNullable<ErrorEnvelope['details']>;
  readonly retryAfterSeconds: number | null;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string';

/** The server's error data is typed by the router, which is trusted; this only finds it. */
const isErrorData = (data: unknown): data is ErrorEnvelope & { retryAfterSeconds?: number | null } =>
  isRecord(data) && isText(data.code) && isText(data.message);

const NETWORK_TEXT = 'The server did not answer. Check your connection and try again.';

/**
 * Returns the problem of a rejected tRPC call, from the browser's client (`error.data`) and from the in-process caller (`error.cause`)
 * alike; null for any other error.
 */
export function problemOf(error: unknown): Problem | null {
  if (!(error instanceof Error)) return null;
  const carried = [isRecord(error) && 'data' in error ? error.data : undefined, error.cause].find(isErrorData);
  if (carried !== undefined) {
    return {
      code: carried.code,
      message: carried.message,
      details: carried.details ?? [],
      retryAfterSeconds: carried.retryAfterSeconds ?? null,
    };
  }
  return error.name === 'TRPCClientError' ? { code: 'network', message: NETWORK_TEXT, details: [], retryAfterSeconds: null } : null;
}

/** The problem behind a failed call; an error of another kind counts as no answer. */
export const problemOfCall = (error: unknown): Problem =>
  problemOf(error) ?? { code: 'network', message: NETWORK_TEXT, details: [], retryAfterSeconds: null };
