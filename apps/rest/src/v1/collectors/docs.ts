import { createRoute, z } from '@hono/zod-openapi';
import { errorResponses } from '../../errors/error-responses.ts';
import type { Operation } from '../../operation.ts';

const docs = {
  title: 'Certificates in closed networks',
  available: false,
  sections: [
    {
      title: 'Collector',
      text: 'No collector is available yet for networks that this server cannot reach.',
    },
    {
      title: 'Run the server inside',
      text: 'Notafter runs in one process with its own database. Started inside the closed network, with TARGET_ALLOW naming its addresses, it checks and alerts from there; EXTRA_CA_FILE names the roots it should trust.',
    },
    {
      title: 'Check from a machine inside',
      text: 'The command line tool `notafter check` reads hosts from its arguments or its input and needs no server; `--json` writes one document a line.',
    },
  ],
};

const wireDocs = z
  .object({
    docs: z.object({
      title: z.string(),
      available: z.boolean().openapi({ description: 'Whether there is a collector to install.' }),
      sections: z.array(z.object({ title: z.string(), text: z.string() })),
    }),
  })
  .openapi('CollectorDocs');

const path = '/v1/collector/docs';

const route = createRoute({
  method: 'get',
  path,
  operationId: 'getCollectorDocs',
  tags: ['Collectors'],
  summary: 'How to watch certificates in closed networks',
  description: 'The same for everybody.',
  responses: {
    200: { description: 'What there is.', content: { 'application/json': { schema: wireDocs, example: { docs } } } },
    ...errorResponses(),
  },
});

/** A fixed text, so it has no use case. */
export const collectorDocsOperations: readonly Operation[] = [
  {
    id: 'getCollectorDocs',
    method: 'GET',
    path,
    useCase: null,
    forMembers: false,
    queryParameters: new Set(),
    takesBody: false,
    serve: (app) => {
      app.openapi(route, (c) => c.json({ docs }, 200));
    },
  },
];
