import { createRoute, z } from '@hono/zod-openapi';
import { testStatusPage } from '@notafter/features';
import { adminErrors, bodyErrors, errorResponses } from '../../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { lineField, strictBody } from '../../../wire/fields.ts';

const body = strictBody({
  status_page_url: lineField(500).refine(
    (url) => ['http:', 'https:'].includes(URL.parse(url)?.protocol ?? ''),
    'Enter the whole address, https:// included.',
  ),
  status_page_api_key: lineField(500).openapi({ description: 'A masked one stands for what is stored.' }),
}).openapi('StatusPageToTest');

const route = createRoute({
  method: 'post',
  path: '/v1/statuspage/test',
  operationId: 'testStatusPage',
  tags: ['Notifications'],
  summary: 'Test the status page',
  description: 'Asks StatusPage.io for the name of the page.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: {
    body: {
      required: true,
      content: {
        'application/json': { schema: body, example: { status_page_url: 'https://status.example.com', status_page_api_key: 'an API key' } },
      },
    },
  },
  responses: {
    200: {
      description: 'The key opens the page.',
      content: {
        'application/json': { schema: z.object({ pageName: z.string().openapi({ example: 'Example Status' }) }).openapi('StatusPageName') },
      },
    },
    ...errorResponses(...bodyErrors, ...adminErrors, 'status_page_failed', 'smart_notifications_plan', 'rate_limited'),
  },
});

export const serveTestStatusPage = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { status_page_url: url, status_page_api_key: apiKey } = c.req.valid('json');
    return c.json({ pageName: (await testStatusPage(c.get('org'), { url, apiKey })).pageName }, 200);
  });
};
