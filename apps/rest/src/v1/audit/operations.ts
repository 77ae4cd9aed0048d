import { z } from '@hono/zod-openapi';
import { exportAuditLog, listAuditLog } from '@notafter/features';
import { type Operation, operation } from '../../operation.ts';
import { orgOf } from '../../rest-environment.ts';
import { answers, answersFile } from '../../wire/media.ts';
import { mapperTo } from '../../wire/names.ts';
import { fileHeaders, formatParameter, streamPages } from '../../wire/paged-file.ts';
import { nextCursor, pageParameters } from '../../wire/parameters.ts';
import { auditEntryOf, filterParameters, wireAuditEntry } from './audit-wire.ts';

const tag = 'Audit';
const toWireEntry = mapperTo(wireAuditEntry);

const csvExample =
  'at,actor_kind,actor_id,actor_email,actor_name,token_id,action,summary,subject,subject_id,detail,ip,id\r\n2026-12-04T08:12:00.000Z,session,01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10,ada@example.com,,,certificates/add-certificate,Added a certificate,example.com,01989f0a-7c1e-7b42-9f60-3d1c5a2b8e11,"{""domain"":""example.com""}",192.0.2.10,01989f0a-7c1e-7b42-9f60-3d1c5a2b8e12\r\n';

export const auditOperations: readonly Operation[] = [
  operation(listAuditLog, {
    method: 'get',
    path: '/v1/audit',
    tag,
    summary: 'List the audit log',
    description: 'What was done in the organization, newest first, kept for 400 days. For admins.',
    query: z.object({ ...pageParameters('Entries'), ...filterParameters }),
    answers: answers('One page.', z.object({ audit_log: z.array(wireAuditEntry), next_cursor: nextCursor() }).openapi('AuditLog')),
    view: ({ entries, ...page }) => ({ ...page, auditLog: entries.map(auditEntryOf) }),
  }),
  operation(exportAuditLog, {
    method: 'get',
    path: '/v1/audit/export',
    tag,
    summary: 'Export the audit log',
    description:
      'All that match, newest first, streamed; in JSON each entry is on one line. The export itself is an entry of the log. In CSV a cell that a spreadsheet would run as a formula begins with an apostrophe. For admins.',
    query: z.object({ format: formatParameter, ...filterParameters }),
    input: ({ format: _format, ...filter }) => filter,
    answers: answersFile(z.object({ audit_log: z.array(wireAuditEntry) }).openapi('AuditExport'), {
      schema: z.string(),
      example: csvExample,
    }),
    respond: (first, { format = 'json', ...filter }, c) => {
      const org = orgOf(c);
      const file = streamPages({
        format,
        first,
        frame: ['{"audit_log":[\n', '\n]}\n'],
        rowsOf: ({ entries }) => entries.map(auditEntryOf).map(toWireEntry),
        next: (cursor) => exportAuditLog(org, { ...filter, cursor }),
      });
      return c.body(file, 200, fileHeaders('audit-log', org.clock.now(), format));
    },
  }),
];
