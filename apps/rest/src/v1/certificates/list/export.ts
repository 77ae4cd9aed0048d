import { createRoute, z } from '@hono/zod-openapi';
import { exportCertificates } from '@notafter/features';
import { errorResponses, memberErrors } from '../../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { fileHeaders, formatParameter, streamPages } from '../../../wire/paged-file.ts';
import { toWireCertificate, wireCertificate } from '../certificate-wire.ts';
import { filterParameters, toFilter } from './list-filter.ts';

const query = z.object({
  format: formatParameter,
  ...filterParameters,
});

const csvExample =
  "domain,environment,tags,issuer,expiration_date,days_left,status,reasons,unreachable,last_checked,created_at,serial_number,fingerprint256\r\nexample.com,Production,team=web,Let's Encrypt,2026-12-04T08:12:00.000Z,45,valid,,,2026-10-20T06:00:00.000Z,2026-10-01T09:30:00.000Z,04A1,3B:9E\r\n";

const route = createRoute({
  method: 'get',
  path: '/v1/certificates/export',
  operationId: 'exportCertificates',
  tags: ['Certificates'],
  summary: 'Export certificates',
  description:
    'All that match, by domain, streamed. The import takes either form back: domains, environments and tags. In CSV a cell that a spreadsheet would run as a formula begins with an apostrophe, which the import takes away again.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { query },
  responses: {
    200: {
      description: 'The file.',
      content: {
        'application/json': { schema: z.object({ certificates: z.array(wireCertificate) }).openapi('Export') },
        'text/csv': { schema: z.string(), example: csvExample },
      },
    },
    ...errorResponses('invalid_input', 'search_invalid', 'target_invalid', 'target_wildcard', ...memberErrors),
  },
});

export const serveExport = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { format = 'json', ...asked } = c.req.valid('query');
    const org = c.get('org');
    const filter = toFilter(asked);
    // Before the first byte, so that a search that cannot be read is still answered as an error.
    const first = await exportCertificates(org, { ...filter, cursor: undefined });
    const file = streamPages({
      format,
      first,
      frame: ['{"certificates":[', ']}\n'],
      rowsOf: ({ certificates }) => certificates.map(toWireCertificate),
      next: (cursor) => exportCertificates(org, { ...filter, cursor }),
    });
    return c.body(file, 200, fileHeaders('certificates', org.clock.now(), format));
  });
};
