import { createRoute } from '@hono/zod-openapi';
import { addCertificate } from '@notafter/features';
import { adminErrors, bodyErrors, errorResponses } from '../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { strictBody, textField } from '../../wire/fields.ts';
import { certificateAnswer, toWireCertificate } from './certificate-wire.ts';

const body = strictBody({
  domain: textField().openapi({ description: '`host`, `host:port`, `[IPv6]` or `[IPv6]:port`, without a scheme.' }),
}).openapi('NewCertificate');

const routeAt = (path: '/v1/certificates/add' | '/v1/certificates', operationId: string, summary: string) =>
  createRoute({
    method: 'post',
    path,
    operationId,
    tags: ['Certificates'],
    summary,
    description:
      'Checks the endpoint at once, within 8 seconds, and monitors it from then on. A certificate that is expired, self-signed or otherwise invalid is added and judged; an endpoint that cannot be reached or speaks no TLS is refused and stored nowhere.',
    security: [{ session: [] }],
    middleware: [signedIn] as const,
    request: { body: { required: true, content: { 'application/json': { schema: body, example: { domain: 'example.com:8443' } } } } },
    responses: {
      200: { description: 'Added.', content: { 'application/json': { schema: certificateAnswer } } },
      ...errorResponses(
        ...bodyErrors,
        ...adminErrors,
        'target_invalid',
        'target_wildcard',
        'target_unreachable',
        'target_not_allowed',
        'certificate_limit',
        'certificate_exists',
        'environment_plan',
        'environment_not_found',
        'outside_api_key_scope',
      ),
    },
  });

const routes = [
  routeAt('/v1/certificates/add', 'addCertificate', 'Add a certificate, at its other address'),
  routeAt('/v1/certificates', 'createCertificate', 'Add a certificate'),
];

export const serveAddCertificate = (app: RestRouter): void => {
  for (const route of routes) {
    app.openapi(route, async (c) => {
      const { certificate } = await addCertificate(c.get('org'), c.req.valid('json'));
      return c.json({ certificate: toWireCertificate(certificate) }, 200);
    });
  }
};
