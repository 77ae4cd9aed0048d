import { createRoute } from '@hono/zod-openapi';
import { updateEnvironment } from '@notafter/features';
import { adminErrors, bodyErrors, errorResponses } from '../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import {
  environmentAnswer,
  environmentBody,
  environmentExample,
  environmentParameters,
  toInput,
  toWireEnvironment,
} from './environment-wire.ts';

const route = createRoute({
  method: 'put',
  path: '/v1/environments/{id}',
  operationId: 'updateEnvironment',
  tags: ['Environments'],
  summary: 'Change an environment',
  description: 'Replaces name and description; without a description it has none.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: {
    params: environmentParameters,
    body: { required: true, content: { 'application/json': { schema: environmentBody, example: environmentExample } } },
  },
  responses: {
    200: { description: 'Changed.', content: { 'application/json': { schema: environmentAnswer } } },
    ...errorResponses(...bodyErrors, ...adminErrors, 'environment_plan', 'environment_not_found', 'environment_exists'),
  },
});

export const serveUpdateEnvironment = (app: RestRouter): void => {
  app.openapi(
    route,
    async (c) => {
      const { environment } = await updateEnvironment(c.get('org'), { ...c.req.valid('param'), ...toInput(c.req.valid('json')) });
      return c.json({ environment: toWireEnvironment(environment) }, 200);
    },
    refuseBadInputOr('environment_not_found'),
  );
};
