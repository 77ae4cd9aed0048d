import { z } from '@hono/zod-openapi';
import { grades, orList, type SslScoreOrder, sslScoreSorts } from '@notafter/domain';
import { exportSslScores, listRenewals, listSslScores, type SslScore } from '@notafter/features';
import { operation } from '../../../operation.ts';
import { orgOf } from '../../../rest-environment.ts';
import { instant, rowId } from '../../../wire/fields.ts';
import { answers, answersFile } from '../../../wire/media.ts';
import { mapperTo } from '../../../wire/names.ts';
import { pageShape, wholeOrPageOf } from '../../../wire/page.ts';
import { fileHeaders, formatParameter, streamPages } from '../../../wire/paged-file.ts';
import { laterPageParameters, nextCursor, pageParameters } from '../../../wire/parameters.ts';
import { certificateParameters, fingerprint256Example } from '../certificate-wire.ts';

const sslScore = z
  .object({
    id: rowId(),
    domain: z.string().openapi({ example: 'example.com' }),
    score: z
      .int()
      .min(0)
      .max(100)
      .nullable()
      .openapi({ description: 'By the SSL Labs formula; null while the endpoint is unreachable.', example: 89 }),
    grade: z
      .enum(grades)
      .nullable()
      .openapi({ description: '`M`: for another name. `T`: not trusted. The score then is 0, and so it is with `F`.', example: 'A' }),
    partial: z.boolean().openapi({
      description: 'Whether the score rests on one handshake; `notafter scan` rates everything that the server offers.',
      example: true,
    }),
    reasons: z.array(z.string()).openapi({ description: 'Why the grade is not better, the worst first.', example: [] }),
    protocol: z.string().nullable().openapi({ example: 'TLSv1.3' }),
    cipher: z.string().nullable().openapi({ example: 'TLS_AES_128_GCM_SHA256' }),
    keyType: z.string().nullable().openapi({ example: 'RSA' }),
    keyBits: z.int().nullable().openapi({ example: 2048 }),
    chainValid: z
      .boolean()
      .nullable()
      .openapi({ description: 'Whether the certificate is valid for the domain now; null while unreachable.', example: true }),
  })
  .openapi('SslScore');

const sslScoreOrder = {
  sort: z
    .enum(sslScoreSorts, `must be ${orList(sslScoreSorts)}`)
    .optional()
    .openapi({ description: 'By `domain` when left out.', param: { name: 'sort', in: 'query' } }),
  order: z
    .enum(['asc', 'desc'], 'must be asc or desc')
    .optional()
    .openapi({
      description: '`asc` when left out. Endpoints without a value come before the others.',
      param: { name: 'order', in: 'query' },
    }),
};
const orderOf = ({ sort = 'domain', order = 'asc' }: { readonly [Name in keyof SslScoreOrder]?: SslScoreOrder[Name] | undefined }) => ({
  sort,
  order,
});
const withPartial = (row: SslScore) => ({ ...row, partial: row.score !== null });

export const sslScoresOperation = operation(listSslScores, {
  method: 'get',
  path: '/v1/certificates/ssl-scores',
  tag: 'Certificates',
  summary: 'List SSL scores',
  description: 'Each endpoint with the score of its last handshake.',
  query: z.object({ ...sslScoreOrder, ...pageParameters('Rows') }),
  input: ({ limit, cursor, ...asked }) => ({ ...orderOf(asked), limit, cursor }),
  answers: answers(
    'One page of scores.',
    z.object({ ssl_scores: z.array(sslScore), total: z.int().openapi({ example: 1 }), next_cursor: nextCursor() }).openapi('SslScores'),
  ),
  view: ({ sslScores, ...page }) => ({ ...page, sslScores: sslScores.map(withPartial) }),
});

const toWireScore = mapperTo(sslScore);

export const exportSslScoresOperation = operation(exportSslScores, {
  method: 'get',
  path: '/v1/certificates/ssl-scores/export',
  tag: 'Certificates',
  summary: 'Export SSL scores',
  description: 'All rows by domain, streamed. In CSV a cell that a spreadsheet would run as a formula begins with an apostrophe.',
  query: z.object({ format: formatParameter }),
  input: () => ({ cursor: undefined }),
  answers: answersFile(z.object({ ssl_scores: z.array(sslScore) }).openapi('SslScoreExport'), {
    schema: z.string(),
    example:
      'domain,score,grade,protocol,cipher,key_type,key_bits,chain_valid,reasons\r\nexample.com,92,A,TLSv1.3,TLS_AES_128_GCM_SHA256,EC,256,true,\r\n',
  }),
  respond: (first, { format = 'json' }, c) => {
    const org = orgOf(c);
    const file = streamPages({
      format,
      first,
      frame: ['{"ssl_scores":[', ']}\n'],
      rowsOf: ({ sslScores }) => sslScores.map((row) => toWireScore(withPartial(row))),
      next: (cursor) => exportSslScores(org, { cursor }),
    });
    return c.body(file, 200, fileHeaders('ssl-scores', org.clock.now(), format));
  },
});

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

export const renewalsOperation = operation(listRenewals, {
  method: 'get',
  path: '/v1/certificates/{id}/renewals',
  tag: 'Certificates',
  summary: 'What the endpoint has served',
  description: 'Newest first, at most 100.',
  params: certificateParameters,
  query: z.object(laterPageParameters('Rows')),
  answers: answers(
    'One row per certificate that was served.',
    z.object({ renewals: z.array(renewal), ...pageShape }).openapi('RenewalList'),
  ),
  view: ({ renewals }, given) => {
    const { rows, ...page } = wholeOrPageOf(renewals, given, ({ entryId }) => entryId);
    return { renewals: rows.map(({ notAfter, ...served }) => ({ ...served, expirationDate: notAfter })), ...page };
  },
  missing: 'certificate_not_found',
});
