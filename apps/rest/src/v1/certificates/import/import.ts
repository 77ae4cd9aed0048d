import { createRoute, z } from '@hono/zod-openapi';
import { IMPORT_AT_ONCE_MAX, IMPORT_LINES_MAX, orList } from '@notafter/domain';
import { type ImportFormat, missingEnvironments } from '@notafter/domain/inputs';
import { startImport } from '@notafter/features';
import { adminErrors, bodyErrors, errorResponses } from '../../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { acceptedJob, answerStarted, prefersAsync } from '../../long-work/job-wire.ts';
import { toWireImport, wireImport } from './import-wire.ts';

// Elements are judged one by one, so that a bad one spoils its own line only.
const json = z
  .union([z.array(z.unknown()), z.looseObject({ certificates: z.array(z.unknown()) })], 'must be a JSON array, or an export')
  .openapi({ type: 'array', items: {} });

const text = z.string();
const csvExample = 'domain,environment,tags\nexample.com,Production,team=web; owner=Grace Hopper\nexample.org:8443,,\n';

const query = z.object({
  missing_environments: z
    .enum(missingEnvironments, `must be ${orList(missingEnvironments)}`)
    .optional()
    .openapi({
      description:
        '`create` (the default) creates environments that the list names and you lack, as far as your plan goes. `refuse` imports nothing then, and names their lines.',
      param: { name: 'missing_environments', in: 'query' },
    }),
});

const route = createRoute({
  method: 'post',
  path: '/v1/certificates/import',
  operationId: 'importCertificates',
  tags: ['Certificates'],
  summary: 'Import certificates',
  description: `Takes a JSON array of domains or of \`{domain, environment, tags}\`, CSV (\`text/csv\`: columns \`domain\`, \`environment\`, \`tags\` as \`name=value; name=value\`, any other column a tag of its name) or one domain a line (\`text/plain\`); also what an export wrote. At most ${IMPORT_LINES_MAX} lines and 32 MB. Up to ${IMPORT_AT_ONCE_MAX} are done when it answers, unless you send \`Prefer: respond-async\`; more go on, see \`/v1/certificates/import/{job_id}\`. Every line gets a result; endpoints that cannot be reached are kept. On plans with bulk import.`,
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: {
    query,
    body: {
      content: {
        'application/json': { schema: json, example: ['example.com', { domain: 'example.org:8443', tags: { team: 'web' } }] },
        'text/csv': { schema: text, example: csvExample },
        'text/plain': { schema: text, example: 'example.com\nexample.org:8443\n' },
      },
    },
  },
  responses: {
    200: { description: 'Done, or under way.', content: { 'application/json': { schema: wireImport } } },
    ...acceptedJob,
    ...errorResponses(...bodyErrors, ...adminErrors, 'import_invalid', 'import_plan'),
  },
});

const formatOf = (contentType: string): ImportFormat => {
  if (contentType.startsWith('text/csv')) return 'csv';
  return contentType.startsWith('text/plain') ? 'auto' : 'json';
};

export const serveImport = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const format = formatOf(c.req.header('Content-Type')?.toLowerCase() ?? '');
    const input = { text: await c.req.text(), format, missingEnvironments: c.req.valid('query').missing_environments ?? 'create' } as const;
    const started = await startImport(c.get('org'), input, { asJob: prefersAsync(c) });
    return answerStarted(c, c.get('org'), started.id, () => c.json(toWireImport(started), 200));
  });
};
