import { createRoute, z } from '@hono/zod-openapi';
import { startDiscovery } from '@notafter/features';
import { adminErrors, bodyErrors, errorResponses } from '../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { rowId, strictBody, textField } from '../../wire/fields.ts';
import { acceptedJob, answerStarted } from '../long-work/job-wire.ts';

const body = strictBody({
  domain: textField().openapi({ description: 'The domain below which is searched. A scheme and a path are ignored.' }),
  fresh: z.boolean('must be true or false').optional().openapi({
    description: 'Asks certificate logs even where they answered a search of this domain within the last six hours.',
    example: false,
  }),
}).openapi('NewDiscovery');

const route = createRoute({
  method: 'post',
  path: '/v1/certificates/discover',
  operationId: 'startDiscovery',
  tags: ['Discovery'],
  summary: 'Search the certificates of a domain',
  description:
    'Answers at once; follow it with the `jobId`. It ends within five minutes. The domain is sent to crt.sh and Cert Spotter unless the operator turned them off. Results are not monitored automatically.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { body: { required: true, content: { 'application/json': { schema: body, example: { domain: 'example.com' } } } } },
  responses: {
    200: {
      description: 'It is queued.',
      content: {
        'application/json': {
          schema: z.object({ jobId: rowId(), domain: z.string().openapi({ example: 'example.com' }) }).openapi('DiscoveryStarted'),
        },
      },
    },
    ...acceptedJob,
    ...errorResponses(...bodyErrors, ...adminErrors, 'discovery_domain_invalid', 'discovery_running'),
  },
});

export const serveStartDiscovery = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const started = await startDiscovery(c.get('org'), c.req.valid('json'));
    return answerStarted(c, c.get('org'), started.jobId, () => c.json(started, 200));
  });
};
