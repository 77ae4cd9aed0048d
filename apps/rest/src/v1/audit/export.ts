import { createRoute, z } from '@hono/zod-openapi';
import { exportAuditLog } from '@notafter/features';
import { errorResponses, memberErrors } from '../../errors/error-responses.ts';
import { type RestRouter, readsOnlyByHead, signedIn } from '../../rest-environment.ts';
import { fileHeaders, formatParameter, streamPages } from '../../wire/paged-file.ts';
import { filterParameters, toFilter, toWireAuditEntry, wireAuditEntry } from './audit-wire.ts';

const query = z.object({
  format: formatParameter,
  ...filterParameters,
});

const csvExample =
  'at,actor_kind,actor_id,actor_email,actor_name,token_id,action,summary,subject,subject_id,detail,ip,id\r\n2026-12-04T08:12:00.000Z,session,01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10,ada@example.com,,,certificates/add-certificate,Added a certificate,example.com,01989f0a-7c1e-7b42-9f60-3d1c5a2b8e11,"{""domain"":""example.com""}",192.0.2.10,01989f0a-7c1e-7b42-9f60-3d1c5a2b8e12\r\n';

const route = createRoute({
  method: 'get',
  path: '/v1/audit/export',
  operationId: 'exportAuditLog',
  tags: ['Audit'],
  summary: 'Export the audit log',
  description:
    'All that match, newest first, streamed; in JSON each entry is on one line. The export itself is an entry of the log. In CSV a cell that a spreadsheet would run as a formula begins with an apostrophe. For admins.',
  security: [{ session: [] }],
  middleware: [signedIn, readsOnlyByHead] as const,
  request: { query },
  responses: {
    200: {
      description: 'The file.',
      content: {
        'application/json': { schema: z.object({ audit_log: z.array(wireAuditEntry) }).openapi('AuditExport') },
        'text/csv': { schema: z.string(), example: csvExample },
      },
    },
    ...errorResponses('invalid_input', 'forbidden', ...memberErrors),
  },
});

export const serveExportAudit = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { format = 'json', ...asked } = c.req.valid('query');
    const org = c.get('org');
    const filter = toFilter(asked);
    // Before the first byte, so that a refusal is still answered as an error.
    const first = await exportAuditLog(org, filter);
    const file = streamPages({
      format,
      first,
      frame: ['{"audit_log":[\n', '\n]}\n'],
      rowsOf: ({ entries }) => entries.map(toWireAuditEntry),
      next: (cursor) => exportAuditLog(org, { ...filter, cursor }),
    });
    return c.body(file, 200, fileHeaders('audit-log', org.clock.now(), format));
  });
};
