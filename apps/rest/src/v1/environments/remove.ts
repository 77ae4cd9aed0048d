import { createRoute } from '@hono/zod-openapi';
import { removeEnvironment } from '@notafter/features';
import { adminErrors, errorResponses } from '../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { saysMessage } from '../../wire/message.ts';
import { environmentParameters } from './environment-wire.ts';

const REMOVED = 'Environment deleted successfully!';

const route = createRoute({
  method: 'delete',
  path: '/v1/environments/{id}',
  operationId: 'removeEnvironment',
  tags: ['Environments'],
  summary: 'Delete an environment',
  description: 'Refused while certificates are assigned to it.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { params: environmentParameters },
  responses: {
    200: saysMessage(REMOVED),
    ...errorResponses(...adminErrors, 'environment_not_found', 'environment_in_use'),
  },
});

export const serveRemoveEnvironment = (app: RestRouter): void => {
  app.openapi(
    route,
    async (c) => {
      await removeEnvironment(c.get('org'), c.req.valid('param'));
      return c.json({ message: REMOVED }, 200);
    },
    refuseBadInputOr('environment_not_found'),
  );
};
