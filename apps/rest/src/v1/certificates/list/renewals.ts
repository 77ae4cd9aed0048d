import { createRoute, z } from '@hono/zod-openapi';
import { listRenewals } from '@notafter/features';
import { errorResponses, memberErrors } from '../../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { instant, rowId } from '../../../wire/fields.ts';
import { laterPageParameters, pageShape, wholeOrPageOf } from '../../../wire/page.ts';
import { certificateParameters } from '../certificate-parameters.ts';
import { fingerprint256Example, isoOrNull } from '../certificate-wire.ts';

const renewal = z
  .object({
    entry_id: rowId(),
    fingerprint256: z.string().openapi({ example: fingerprint256Example }),
    issuer: z.string().openapi({ example: "Let's Encrypt" }),
    not_before: instant().nullable(),
    expiration_date: instant(),
    served_from: instant(),
    served_until: instant().nullable().openapi({ description: 'Null for the present one.', example: null }),
  })
  .openapi('Renewal');

const route = createRoute({
  method: 'get',
  path: '/v1/certificates/{id}/renewals',
  operationId: 'listRenewals',
  tags: ['Certificates'],
  summary: 'What the endpoint has served',
  description: 'Newest first, at most 100.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { params: certificateParameters, query: z.object(laterPageParameters('Rows')) },
  responses: {
    200: {
      description: 'One row per certificate that was served.',
      content: { 'application/json': { schema: z.object({ renewals: z.array(renewal), ...pageShape }).openapi('RenewalList') } },
    },
    ...errorResponses('invalid_input', ...memberErrors, 'certificate_not_found'),
  },
});

export const serveRenewals = (app: RestRouter): void => {
  app.openapi(
    route,
    async (c) => {
      const { renewals } = await listRenewals(c.get('org'), c.req.valid('param'));
      const { rows, ...place } = wholeOrPageOf(renewals, c.req.valid('query'), ({ entryId }) => entryId);
      const answered = rows.map(({ entryId, fingerprint256, issuer, notBefore, notAfter, servedFrom, servedUntil }) => ({
        entry_id: entryId,
        fingerprint256,
        issuer,
        not_before: isoOrNull(notBefore),
        expiration_date: notAfter.toISOString(),
        served_from: servedFrom.toISOString(),
        served_until: isoOrNull(servedUntil),
      }));
      return c.json({ renewals: answered, ...place }, 200);
    },
    refuseBadInputOr('certificate_not_found'),
  );
};
