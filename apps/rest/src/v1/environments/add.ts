import { createRoute } from '@hono/zod-openapi';
import { addEnvironment } from '@notafter/features';
import { adminErrors, bodyErrors, errorResponses } from '../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { environmentAnswer, environmentBody, environmentExample, toInput, toWireEnvironment } from './environment-wire.ts';

const route = createRoute({
  method: 'post',
  path: '/v1/environments',
  operationId: 'addEnvironment',
  tags: ['Environments'],
  summary: 'Add an environment',
  description: 'As many as the plan allows, where it has environments.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { body: { required: true, content: { 'application/json': { schema: environmentBody, example: environmentExample } } } },
  responses: {
    200: { description: 'Added.', content: { 'application/json': { schema: environmentAnswer } } },
    ...errorResponses(...bodyErrors, ...adminErrors, 'environment_plan', 'environment_limit', 'environment_exists'),
  },
});

export const serveAddEnvironment = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { environment } = await addEnvironment(c.get('org'), toInput(c.req.valid('json')));
    return c.json({ environment: toWireEnvironment(environment) }, 200);
  });
};
