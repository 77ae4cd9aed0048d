import { DomainError, orList, toErrorEnvelope } from '@notafter/domain';
import { documentedErrorOf } from '@notafter/features';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';

const DEFAULT_RETRY_AFTER_SECONDS = { 429: 60, 503: 5 } as const;

const unsupportedType = (types: readonly string[]): DomainError =>
  new DomainError('unsupported_media_type', types.length < 2 ? {} : { message: `Send the request body as ${orList(types)}.` });

/** The documented error behind whatever a handler or a validator threw, or null for a fault of ours. */
export const restErrorOf = (error: unknown, bodyTypes: () => readonly string[] = () => []): DomainError | null => {
  // Thrown by the validators of @hono/zod-openapi before any schema runs: JSON that cannot be parsed, or no JSON at all.
  if (error instanceof HTTPException && error.status === 400) return new DomainError('malformed_json');
  if (error instanceof HTTPException && error.status === 415) return unsupportedType(bodyTypes());
  return documentedErrorOf(error);
};

const retryAfterSeconds = (error: DomainError): number | null => {
  if (error.status !== 429 && error.status !== 503) return null;
  return Math.max(1, Math.ceil(error.retryAfterSeconds ?? DEFAULT_RETRY_AFTER_SECONDS[error.status]));
};

/** RFC 9110, 11.6.1 requires it for every 401; some HTTP clients fail without one. Browsers open no dialog for this scheme. */
const challengeOf = ({ code }: DomainError): string => (code === 'credential_invalid' ? 'Bearer error="invalid_token"' : 'Bearer');

/** The envelope every error on `/v1` is answered with. */
export const answerError = (c: Context, error: DomainError, requestId?: string): Response => {
  const seconds = retryAfterSeconds(error);
  if (seconds !== null) c.header('Retry-After', String(seconds));
  if (error.status === 401) c.header('WWW-Authenticate', challengeOf(error));
  c.header('Cache-Control', 'no-store');
  return c.json(toErrorEnvelope(error, requestId), error.status);
};
