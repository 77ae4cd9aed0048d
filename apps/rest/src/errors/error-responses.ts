import { z } from '@hono/zod-openapi';
import { DomainError, type ErrorCode, type ErrorStatus, errorCatalogue, type FieldProblem, toErrorEnvelope } from '@notafter/domain';

const fieldProblem = z
  .object({
    path: z.string().openapi({ description: 'The field, with dots if it is nested.', example: 'email' }),
    message: z.string().openapi({ example: 'Please enter a valid email address.' }),
  })
  .openapi('FieldProblem');

export const errorEnvelope = z
  .object({
    error: z.string().openapi({ description: 'A text for people.' }),
    message: z.string().openapi({ description: 'The same text.' }),
    code: z.string().openapi({ description: 'Stable; choose what to do by it, not by the text.' }),
    details: z.array(fieldProblem).optional().openapi({ description: 'With 400: one entry per field that is wrong.' }),
    conflict: z
      .object({
        type: z.enum(['certificate', 'environment', 'anchor_set', 'discovery', 'job']),
        id: z.string(),
        state: z.string().optional(),
      })
      .optional()
      .openapi({ description: 'With 409: the row or the job that is in the way; of a job that has ended, its state.' }),
    request_id: z.string().optional().openapi({ description: 'The `X-Request-Id` of this answer, for the operator and the log.' }),
    challenge: z.string().optional().openapi({ description: 'With `second_factor_required`: send it with the code.' }),
    expires_at: z.iso.datetime().optional().openapi({ description: 'With `second_factor_required`: until when.' }),
  })
  .openapi('Error');

const descriptions: Record<ErrorStatus, string> = {
  400: 'The request cannot be used as it is; the code and details say why.',
  401: 'Not signed in, or the sign-in was refused.',
  403: 'Not allowed for this role, this plan or this origin.',
  404: 'Not there, or not yours.',
  405: 'The path exists, the method does not.',
  409: 'In conflict with what is there.',
  412: 'Changed since it was read, as `If-Match` says.',
  413: 'The body is larger than 1 MB, or 32 MB for an import.',
  415: 'The body is not JSON.',
  422: 'The `Idempotency-Key` belongs to another request.',
  429: 'Too many attempts from this address or for this account, or too many requests with this token or API key.',
  500: 'A fault on the server, logged there.',
  503: 'Starting, overloaded or without its database.',
};

const retryAfter = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' as const, minimum: 1 } } };
const challenge = { 'WWW-Authenticate': { description: '`Bearer`: a token or an API key would do.', schema: { type: 'string' as const } } };
const allow = { Allow: { description: 'The methods this path answers.', schema: { type: 'string' as const } } };

const exampleDetails: Partial<Record<ErrorCode, readonly FieldProblem[]>> = {
  invalid_input: [{ path: 'email', message: 'Please enter a valid email address.' }],
  target_invalid: [{ path: 'domain', message: errorCatalogue.target_invalid.message }],
};

/** How one error looks in an answer, under its code. */
export const exampleOfError = (code: ErrorCode) => ({
  [code]: { value: toErrorEnvelope(new DomainError(code, { details: exampleDetails[code] ?? [] })) },
});

/** The same for a document that is already written, where the envelope has its name. */
export const writtenErrorResponse = (status: ErrorStatus, codes: readonly ErrorCode[]) => ({
  description: descriptions[status],
  content: {
    'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples: Object.assign({}, ...codes.map(exampleOfError)) },
  },
});

const responseFor = (status: ErrorStatus, codes: readonly ErrorCode[]) => ({
  description: descriptions[status],
  ...(status === 429 || status === 503 ? { headers: retryAfter } : {}),
  ...(status === 401 ? { headers: challenge } : {}),
  ...(status === 405 ? { headers: allow } : {}),
  content: {
    'application/json': {
      schema: errorEnvelope,
      examples: Object.assign({}, ...codes.map(exampleOfError)),
    },
  },
});

/** The `responses` of an operation for the codes it may answer, grouped by status; unknown fields and parameters, and faults of ours, are part of each. */
export const errorResponses = (...codes: readonly ErrorCode[]): Partial<Record<ErrorStatus, ReturnType<typeof responseFor>>> => {
  const byStatus = Map.groupBy(
    new Set<ErrorCode>([...codes, 'invalid_input', 'internal', 'unavailable']),
    (code) => errorCatalogue[code].status,
  );
  return Object.fromEntries([...byStatus].sort(([a], [b]) => a - b).map(([status, group]) => [status, responseFor(status, group)]));
};

/** Error responses of every operation with a JSON body, before its own rules. */
export const bodyErrors = [
  'malformed_json',
  'invalid_input',
  'cross_site',
  'body_too_large',
  'unsupported_media_type',
] as const satisfies ErrorCode[];
/** Error responses of a read for members, also to a token or an API key. */
export const memberErrors = [
  'unauthenticated',
  'credential_invalid',
  'organization_disabled',
  'api_key_scope',
  'api_key_scoped',
  'api_key_address',
  'api_keys_plan',
  'rate_limited',
] as const satisfies ErrorCode[];
