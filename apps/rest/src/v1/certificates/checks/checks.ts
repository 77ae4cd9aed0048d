import { z } from '@hono/zod-openapi';
import { checkCertificate, getCheckRun, getLintFindings, startCheckRun } from '@notafter/features';
import { operation } from '../../../operation.ts';
import { instant, rowId, strictBody } from '../../../wire/fields.ts';
import { answers, mayTake } from '../../../wire/media.ts';
import { idParameter } from '../../../wire/parameters.ts';
import { certificateAnswer, certificateOf, certificateParameters } from '../certificate-wire.ts';
import { selectionShape, toSelection } from '../selection-wire.ts';

const tag = 'Certificates';

export const checkAllOperation = operation(startCheckRun, {
  method: 'post',
  path: '/v1/certificates/check-all',
  id: 'checkAllCertificates',
  tag,
  summary: 'Check every certificate',
  description:
    'Needs no body; with `ids` or `filter` checks those certificates only. Answers at once; follow the progress with the `job_id`. While a run that covers the same certificates is under way, its `job_id` is answered.',
  body: mayTake(strictBody(selectionShape).openapi('CheckSelection'), { ids: ['01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10'] }),
  input: (given) => toSelection(given) ?? { all: true },
  answers: answers(
    'The checks are queued.',
    z.object({ queued: z.int().openapi({ example: 12 }), job_id: rowId() }).openapi('CheckRunStarted'),
  ),
  job: ({ jobId }) => jobId,
  errors: ['search_invalid'],
});

const checkRun = z
  .object({
    job_id: rowId(),
    status: z.enum(['running', 'completed', 'failed']).openapi({ description: 'A cancelled one is `failed` with the error `Cancelled`.' }),
    total: z.int().openapi({ example: 12 }),
    succeeded: z.int().openapi({ example: 11 }),
    failed: z.int().openapi({ example: 1 }),
    error: z.string().nullable().openapi({ description: 'Why it is `failed`; `Cancelled` if it was cancelled.', example: null }),
    failures: z.array(
      z.object({
        id: rowId(),
        domain: z.string().openapi({ example: 'old.example.com' }),
        message: z.string().openapi({ example: 'Connection refused by 192.0.2.10:443.' }),
      }),
    ),
    finished_at: instant().nullable(),
  })
  .openapi('CheckRun');

export const getCheckRunOperation = operation(getCheckRun, {
  method: 'get',
  path: '/v1/certificates/check-all/{job_id}',
  tag,
  summary: 'Progress of a check of every certificate',
  params: z.object({ job_id: idParameter<'check-run'>('The `job_id` that starting it answered.') }),
  input: ({ jobId }) => ({ id: jobId }),
  answers: answers('How far it is.', checkRun),
  view: ({ id, ...run }) => ({ ...run, jobId: id }),
  missing: 'not_found',
});

export const checkCertificateOperation = operation(checkCertificate, {
  method: 'post',
  path: '/v1/certificates/{id}/check',
  tag,
  summary: 'Check a certificate now',
  description: 'Needs no body. An endpoint that cannot be reached is an answer too: `unreachable` says why.',
  params: certificateParameters,
  answers: answers('The certificate as just seen.', certificateAnswer),
  view: ({ certificate }) => ({ certificate: certificateOf(certificate) }),
  missing: 'certificate_not_found',
  errors: ['collector_checks', 'not_an_endpoint'],
});

const finding = z
  .object({
    rule: z.string().openapi({ example: 'aki_missing' }),
    severity: z.enum(['error', 'warning', 'notice']).openapi({ example: 'error' }),
    section: z
      .string()
      .openapi({ description: 'The section that has the rule; `BR` is the Baseline Requirements.', example: 'RFC 5280 4.2.1.1' }),
    text: z.string().openapi({ example: 'The authority key identifier is missing.' }),
    certificate: z.int().min(0).openapi({ description: 'Position in the path to the root; 0 is the leaf.', example: 0 }),
    subject: z.string().openapi({ description: 'The subject of that certificate; can be empty.', example: 'CN=example.com' }),
  })
  .openapi('LintFinding');

export const lintOperation = operation(getLintFindings, {
  method: 'get',
  path: '/v1/certificates/{id}/lint',
  tag,
  summary: 'List the rules that a certificate breaks',
  description: 'Rules of RFC 5280 and of the Baseline Requirements that browsers forgive. They change neither status nor score.',
  params: certificateParameters,
  answers: answers('The findings by certificate, the most severe first.', z.object({ findings: z.array(finding) }).openapi('LintFindings')),
  missing: 'certificate_not_found',
});
