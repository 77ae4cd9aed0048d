import { createRoute, z } from '@hono/zod-openapi';
import { TEMPLATE_MAX_LENGTH } from '@notafter/domain';
import { previewTemplate } from '@notafter/features';
import { bodyErrors, errorResponses, memberErrors } from '../../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { strictBody, textField } from '../../../wire/fields.ts';
import { answers, takes } from '../../../wire/media.ts';

const example = 'Certificate for {{domain}} expires in {{days}} days';

const route = createRoute({
  method: 'post',
  path: '/v1/notifications/template-preview',
  operationId: 'previewTemplate',
  tags: ['Notifications'],
  summary: 'Preview a template',
  description: 'Fills a template with the values of a sample and saves nothing. A blank template previews the default.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: {
    body: takes(
      strictBody({
        template: textField()
          .max(TEMPLATE_MAX_LENGTH, `has at most ${TEMPLATE_MAX_LENGTH} characters`)
          .openapi({ description: 'With `{{domain}}`, `{{days}}` and `{{expiry_date}}`.' }),
      }).openapi('TemplateToPreview'),
      { template: example },
    ),
  },
  responses: {
    200: answers(
      'The filled template.',
      z.object({ text: z.string().openapi({ example: 'Certificate for example.com expires in 7 days' }) }).openapi('TemplatePreview'),
    ),
    ...errorResponses(...bodyErrors, ...memberErrors),
  },
});

export const servePreviewTemplate = (app: RestRouter): void => {
  app.openapi(route, async (c) => c.json(await previewTemplate(c.get('org'), c.req.valid('json')), 200));
};
