import { createRoute, z } from '@hono/zod-openapi';
import { IMPORT_REPORT_MAX } from '@notafter/domain/inputs';
import { getImport } from '@notafter/features';
import { errorResponses, memberErrors } from '../../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { idParameter, limitParameter } from '../../../wire/parameters.ts';
import { toWireImport, wireImport } from './import-wire.ts';

const after = z
  .string('must be given once')
  .regex(/^\d{1,7}$/, 'must be a whole number')
  .transform(Number)
  .optional()
  .openapi({ type: 'integer', minimum: 0, description: 'The line after which the report goes on.', param: { name: 'after', in: 'query' } });

const limit = limitParameter(`Lines of the report, ${IMPORT_REPORT_MAX} when left out.`);
const cursor = z
  .string('must be given once')
  .regex(/^\d{1,7}$/, 'is not a cursor of this list; start again from the first page')
  .transform(Number)
  .optional()
  .openapi({ type: 'string', description: 'The `next_cursor` of the answer before.', param: { name: 'cursor', in: 'query' } });

const route = createRoute({
  method: 'get',
  path: '/v1/certificates/import/{job_id}',
  operationId: 'getImport',
  tags: ['Certificates'],
  summary: 'Progress and report of an import',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: {
    params: z.object({ job_id: idParameter<'certificate-import'>('The `job_id` that starting it answered.') }),
    query: z.object({ after, limit, cursor }),
  },
  responses: {
    200: { description: 'How far it is.', content: { 'application/json': { schema: wireImport } } },
    ...errorResponses('invalid_input', ...memberErrors, 'not_found'),
  },
});

export const serveImportRun = (app: RestRouter): void => {
  app.openapi(
    route,
    async (c) => {
      const { after = 0, limit = IMPORT_REPORT_MAX, cursor = after } = c.req.valid('query');
      const input = { id: c.req.valid('param').job_id, after: cursor, limit };
      return c.json(toWireImport(await getImport(c.get('org'), input)), 200);
    },
    refuseBadInputOr('not_found'),
  );
};
