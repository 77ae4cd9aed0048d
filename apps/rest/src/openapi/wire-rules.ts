import type { ErrorCode, ErrorStatus } from '@notafter/domain';
import { deprecationOf } from '../deprecations.ts';
import { writtenErrorResponse } from '../errors/error-responses.ts';
import type { OpenApiDocument } from './document-model.ts';

type PathItem = NonNullable<OpenApiDocument['paths']>[string];
type Described = NonNullable<PathItem['get']>;

const text = { type: 'string' as const };
const header = (name: string, description: string, schema: { readonly maxLength?: number } = {}) => ({
  name,
  in: 'header' as const,
  description,
  schema: { ...text, ...schema },
});

const etag = { description: 'Changes with the answer.', schema: text };
const idempotencyKey = header(
  'Idempotency-Key',
  'Any text that no other request has. Within 24 hours the same request gets the same answer, and takes effect once.',
  { maxLength: 255 },
);

const addErrors = (operation: Described, status: ErrorStatus, codes: readonly ErrorCode[]): void => {
  const written = writtenErrorResponse(status, codes);
  const known = operation.responses?.[status]?.content?.['application/json'];
  if (known === undefined) operation.responses = { ...operation.responses, [status]: written };
  else Object.assign(known.examples, written.content['application/json'].examples);
};

const addParameter = (operation: Described, parameter: ReturnType<typeof header>): void => {
  operation.parameters = [...(operation.parameters ?? []), parameter];
};

const location = { description: 'The job: `/v1/jobs/{job_id}`.', schema: text };

/** An operation that starts long work answers as before, or with 202 to callers that prefer it. */
const describeLongWork = (operation: Described): void => {
  const [answered, accepted] = [operation.responses?.['200'], operation.responses?.['202']];
  if (answered === undefined || accepted === undefined) return;
  addParameter(operation, header('Prefer', '`respond-async`: answers 202 with the job (RFC 7240).'));
  answered.headers = { ...answered.headers, Location: location };
  accepted.headers = {
    ...accepted.headers,
    Location: location,
    'Preference-Applied': { description: '`respond-async`.', schema: text },
  };
};

const describeRead = (operation: Described): void => {
  const success = operation.responses?.['200'];
  const types = Object.keys(success?.content ?? {});
  // Files in several forms are streamed and have no tag.
  if (types.length !== 1 || types[0] !== 'application/json') return;
  success.headers = { ...success.headers, ETag: etag };
  addParameter(operation, header('If-None-Match', 'The ETag of the answer you have.'));
  operation.responses = { ...operation.responses, 304: { description: 'The answer you have still holds.', headers: { ETag: etag } } };
};

const describeWrite = (operation: Described, isPost: boolean): void => {
  const isForMembers = operation.security?.length !== undefined && operation.security.length > 0;
  if (isForMembers) {
    addParameter(operation, header('If-Match', 'The ETag of what you read: 412 if that changed since.'));
    addErrors(operation, 412, ['precondition_failed']);
  }
  if (!isPost) return;
  addParameter(operation, idempotencyKey);
  describeLongWork(operation);
  addErrors(operation, 409, ['idempotency_in_progress', 'idempotency_answer_lost', 'conflict']);
  addErrors(operation, 422, ['idempotency_key_reused']);
};

/** Adds to every operation what is the same for all of them: conditional requests, idempotency keys, deprecations. */
export const withWireRules = (document: OpenApiDocument): OpenApiDocument => {
  for (const { get, post, put, patch, delete: remove } of Object.values(document.paths ?? {})) {
    if (get !== undefined) describeRead(get);
    for (const operation of [post, put, patch, remove]) if (operation !== undefined) describeWrite(operation, operation === post);
    for (const operation of [get, post, put, patch, remove])
      if (operation !== undefined && deprecationOf(operation.operationId ?? '') !== null) operation.deprecated = true;
  }
  return document;
};
