import { z } from '@hono/zod-openapi';
import { IMPORT_AT_ONCE_MAX, IMPORT_LINES_MAX, importResults, orList } from '@notafter/domain';
import { IMPORT_REPORT_MAX, type ImportFormat, missingEnvironments } from '@notafter/domain/inputs';
import { getImport, type ImportView, startImport } from '@notafter/features';
import { operation } from '../../../operation.ts';
import { instant, rowId } from '../../../wire/fields.ts';
import { answers } from '../../../wire/media.ts';
import { idParameter, nextCursor, openLimitParameter } from '../../../wire/parameters.ts';
import { prefersAsync } from '../../long-work/job-wire.ts';

const count = (description: string, example: number) => z.int().openapi({ description, example });

const wireImport = z
  .object({
    job_id: rowId(),
    status: z.enum(['running', 'completed', 'failed']).openapi({ description: 'A cancelled one is `failed` with the error `Cancelled`.' }),
    error: z.string().nullable().openapi({ description: 'Why it is `failed`; `Cancelled` if it was cancelled.', example: null }),
    total: count('Lines in the list.', 3),
    done: count('Lines that have a result.', 3),
    added: count('Reached and added.', 1),
    duplicate: count('Monitored already, or twice in the list.', 1),
    invalid: count('No domain that can be monitored.', 0),
    unreachable: count('Added though not reached; `expiration_date` is null until it is.', 1),
    limit: count("Beyond the plan's limit.", 0),
    skipped: count('Not done, because the import was cancelled or failed before them.', 0),
    report: z
      .array(
        z.object({
          line: z.int().openapi({ description: 'Of the file, from 1; of a JSON array the place of the element.', example: 1 }),
          domain: z.string().openapi({ example: 'example.com' }),
          result: z.enum(importResults),
          message: z.string().nullable().openapi({ example: null }),
          certificate_id: rowId().nullable(),
        }),
      )
      .openapi({ description: 'Up to 1,000 lines.' }),
    next_after: z.int().nullable().openapi({ description: 'Send it as `after` for the next lines; null at the end.', example: null }),
    next_cursor: nextCursor(),
    created_at: instant(),
    finished_at: instant().nullable(),
  })
  .openapi('Import');

const importOf = ({ id, counts, lines, nextAfter, ...view }: ImportView) => ({
  ...view,
  ...counts,
  jobId: id,
  report: lines,
  nextAfter,
  nextCursor: nextAfter === null ? null : String(nextAfter),
});

// Elements are judged one by one, so that a bad one spoils its own line only.
const json = z
  .union([z.array(z.unknown()), z.looseObject({ certificates: z.array(z.unknown()) })], 'must be a JSON array, or an export')
  .openapi({ type: 'array', items: {} });

const text = z.string();
const csvExample = 'domain,environment,tags\nexample.com,Production,team=web; owner=Grace Hopper\nexample.org:8443,,\n';

const howToImport = z.object({
  missing_environments: z
    .enum(missingEnvironments, `must be ${orList(missingEnvironments)}`)
    .optional()
    .openapi({
      description:
        '`create` (the default) creates environments that the list names and you lack, as far as your plan goes. `refuse` imports nothing then, and names their lines.',
      param: { name: 'missing_environments', in: 'query' },
    }),
});

const formatOf = (contentType: string): ImportFormat => {
  if (contentType.startsWith('text/csv')) return 'csv';
  return contentType.startsWith('text/plain') ? 'auto' : 'json';
};

export const startImportOperation = operation(startImport, {
  method: 'post',
  path: '/v1/certificates/import',
  id: 'importCertificates',
  isWider: true,
  tag: 'Certificates',
  summary: 'Import certificates',
  description: `Takes a JSON array of domains or of \`{domain, environment, tags}\`, CSV (\`text/csv\`: columns \`domain\`, \`environment\`, \`tags\` as \`name=value; name=value\`, \`trust_anchors\` with the name of a set or \`public\`, any other column a tag of its name) or one domain a line (\`text/plain\`); also what an export wrote. A domain may be an endpoint such as \`smtp://mail.example.com\`, or have \`protocol\`, \`port\`, \`servername\` and \`address\` beside it. At most ${IMPORT_LINES_MAX} lines and 32 MB. Up to ${IMPORT_AT_ONCE_MAX} are done when it answers, unless you send \`Prefer: respond-async\`; more go on, see \`/v1/certificates/import/{job_id}\`. Every line gets a result; endpoints that cannot be reached are kept. On plans with bulk import.`,
  query: howToImport,
  body: {
    content: {
      'application/json': { schema: json, example: ['example.com', { domain: 'example.org:8443', tags: { team: 'web' } }] },
      'text/csv': { schema: text, example: csvExample },
      'text/plain': { schema: text, example: 'example.com\nexample.org:8443\n' },
    },
  },
  input: async ({ missingEnvironments: missing = 'create' }, c) => ({
    text: await c.req.text(),
    format: formatOf(c.req.header('Content-Type')?.toLowerCase() ?? ''),
    missingEnvironments: missing,
  }),
  options: (c) => ({ asJob: prefersAsync(c) }),
  answers: answers('Done, or under way.', wireImport),
  view: importOf,
  job: ({ id }) => id,
  errors: ['import_invalid'],
});

const after = z
  .string('must be given once')
  .regex(/^\d{1,7}$/, 'must be a whole number')
  .transform(Number)
  .optional()
  .openapi({ type: 'integer', minimum: 0, description: 'The line after which the report goes on.', param: { name: 'after', in: 'query' } });

const reportCursor = z
  .string('must be given once')
  .regex(/^\d{1,7}$/, 'is not a cursor of this list; start again from the first page')
  .transform(Number)
  .optional()
  .openapi({ type: 'string', description: 'The `next_cursor` of the answer before.', param: { name: 'cursor', in: 'query' } });

export const getImportOperation = operation(getImport, {
  method: 'get',
  path: '/v1/certificates/import/{job_id}',
  tag: 'Certificates',
  summary: 'Progress and report of an import',
  params: z.object({ job_id: idParameter<'certificate-import'>('The `job_id` that starting it answered.') }),
  query: z.object({
    after,
    limit: openLimitParameter(`Lines of the report, ${IMPORT_REPORT_MAX} when left out.`),
    cursor: reportCursor,
  }),
  input: ({ jobId, after: line = 0, limit = IMPORT_REPORT_MAX, cursor = line }) => ({ id: jobId, after: cursor, limit }),
  answers: answers('How far it is.', wireImport),
  view: importOf,
  missing: 'not_found',
});
