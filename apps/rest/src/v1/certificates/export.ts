import { createRoute, z } from '@hono/zod-openapi';
import { type ExportPage, exportCertificates, type OrgContext } from '@notafter/features';
import { errorResponses, memberErrors } from '../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { streamOf } from '../../wire/file-stream.ts';
import { toWireCertificate, wireCertificate } from './certificate-wire.ts';
import { filterParameters, toFilter } from './list-filter.ts';

const formats = ['csv', 'json'] as const;
type Format = (typeof formats)[number];

const query = z.object({
  format: z
    .enum(formats, 'must be csv or json')
    .optional()
    .openapi({ description: '`json` where it is left out.', param: { name: 'format', in: 'query' } }),
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
    ...errorResponses('invalid_input', 'search_invalid', ...memberErrors),
  },
});

type Filter = ReturnType<typeof toFilter>;

/** Each page as it goes over the wire. */
async function* piecesOf(org: OrgContext, filter: Filter, format: Format, first: ExportPage): AsyncGenerator<string> {
  const rowsOf = ({ certificates }: ExportPage) => certificates.map((view) => JSON.stringify(toWireCertificate(view))).join(',\n');
  if (format === 'json') yield '{"certificates":[';
  for (let page = first, count = 0; ; count += page.certificates.length) {
    const separator = format === 'json' && count > 0 && page.certificates.length > 0 ? ',\n' : '';
    yield `${separator}${format === 'csv' ? page.csv : rowsOf(page)}`;
    if (page.nextCursor === null) break;
    page = await exportCertificates(org, { ...filter, cursor: page.nextCursor });
  }
  if (format === 'json') yield ']}\n';
}

const types: Record<Format, string> = { csv: 'text/csv; charset=utf-8; header=present', json: 'application/json' };

export const serveExport = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { format = 'json', ...asked } = c.req.valid('query');
    const org = c.get('org');
    const filter = toFilter(asked);
    // Before the first byte, so that a search that cannot be read is still answered as an error.
    const first = await exportCertificates(org, { ...filter, cursor: undefined });
    const file = `certificates-${org.clock.now().toISOString().slice(0, 10)}.${format}`;
    return c.body(streamOf(piecesOf(org, filter, format, first)), 200, {
      'Content-Type': types[format],
      'Content-Disposition': `attachment; filename="${file}"`,
    });
  });
};
