import { z } from '@hono/zod-openapi';
import type { ErrorCode } from '@notafter/domain';
import { LIST_LIMIT_DEFAULT } from '@notafter/domain/inputs';
import { exportCertificates, listCertificates } from '@notafter/features';
import { operation } from '../../../operation.ts';
import { orgOf } from '../../../rest-environment.ts';
import { answers, answersFile } from '../../../wire/media.ts';
import { mapperTo } from '../../../wire/names.ts';
import { fileHeaders, formatParameter, streamPages } from '../../../wire/paged-file.ts';
import { cursorParameter, nextCursor, openLimitParameter, pageParameters } from '../../../wire/parameters.ts';
import { certificateOf, wireCertificate } from '../certificate-wire.ts';
import { filterParameters, orderParameters, toFilter, toOrder } from './list-filter.ts';

const tag = 'Certificates';
const description = 'Sorted by expiration, soonest first, unless `sort` says otherwise.';
const refusedSearch = ['search_invalid', 'target_invalid', 'target_wildcard'] as const satisfies ErrorCode[];

/** Rows without paging parameters at most; beyond it the response has a cursor. */
const UNPAGED_MAX = 10_000;

const totals = {
  total: z.int().openapi({ description: 'Matching rows in all.', example: 1 }),
  total_capped: z.boolean().openapi({ description: 'With a search: there are more than `total`.' }),
  next_cursor: nextCursor(),
};

export const listCertificatesOperation = operation(listCertificates, {
  method: 'get',
  path: '/v1/certificates/list',
  tag,
  summary: 'List certificates',
  isWider: true,
  description,
  query: z.object({
    ...filterParameters,
    ...orderParameters,
    limit: openLimitParameter(
      `Rows a page. Without \`limit\` and \`cursor\` all rows are answered, up to 10,000; with \`cursor\` alone ${LIST_LIMIT_DEFAULT}.`,
    ),
    cursor: cursorParameter(),
  }),
  input: ({ limit, cursor, ...asked }) => ({
    ...toFilter(asked),
    ...toOrder(asked),
    page: 'first',
    limit: limit ?? (cursor === undefined ? UNPAGED_MAX : LIST_LIMIT_DEFAULT),
    cursor,
  }),
  answers: answers(
    'The certificates and the plan in force.',
    z
      .object({ certificates: z.array(wireCertificate), plan: z.string().openapi({ example: 'Forever Free' }), ...totals })
      .openapi('CertificateList'),
  ),
  view: ({ certificates, ...page }) => ({ ...page, certificates: certificates.map(certificateOf) }),
  errors: refusedSearch,
});

export const listCertificatePagesOperation = operation(listCertificates, {
  method: 'get',
  path: '/v1/certificates',
  id: 'listCertificatePages',
  tag,
  summary: 'List certificates by pages',
  description,
  query: z.object({ ...filterParameters, ...orderParameters, ...pageParameters('Rows') }),
  input: ({ limit, cursor, ...asked }) => ({ ...toFilter(asked), ...toOrder(asked), page: 'first', limit, cursor }),
  answers: answers('One page.', z.object({ certificates: z.array(wireCertificate), ...totals }).openapi('CertificatePage')),
  view: ({ certificates, ...page }) => ({ ...page, certificates: certificates.map(certificateOf) }),
  errors: refusedSearch,
});

const toWireCertificate = mapperTo(wireCertificate);

const csvExample =
  "domain,environment,tags,issuer,expiration_date,days_left,status,reasons,unreachable,last_checked,created_at,serial_number,fingerprint256\r\nexample.com,Production,team=web,Let's Encrypt,2026-12-04T08:12:00.000Z,45,valid,,,2026-10-20T06:00:00.000Z,2026-10-01T09:30:00.000Z,04A1,3B:9E\r\n";

export const exportCertificatesOperation = operation(exportCertificates, {
  method: 'get',
  path: '/v1/certificates/export',
  tag,
  summary: 'Export certificates',
  description:
    'All that match, by domain, streamed. The import takes either form back: domains, environments and tags. In CSV a cell that a spreadsheet would run as a formula begins with an apostrophe, which the import takes away again.',
  query: z.object({ format: formatParameter, ...filterParameters }),
  // Before the first byte, so that a search that cannot be read is still answered as an error.
  input: (asked) => ({ ...toFilter(asked), cursor: undefined }),
  answers: answersFile(z.object({ certificates: z.array(wireCertificate) }).openapi('Export'), {
    schema: z.string(),
    example: csvExample,
  }),
  respond: (first, { format = 'json', ...asked }, c) => {
    const org = orgOf(c);
    const filter = toFilter(asked);
    const file = streamPages({
      format,
      first,
      frame: ['{"certificates":[', ']}\n'],
      rowsOf: ({ certificates }) => certificates.map((certificate) => toWireCertificate(certificateOf(certificate))),
      next: (cursor) => exportCertificates(org, { ...filter, cursor }),
    });
    return c.body(file, 200, fileHeaders('certificates', org.clock.now(), format));
  },
  errors: refusedSearch,
});
