import { z } from '@hono/zod-openapi';
import { dateText } from '@notafter/domain';
import { exportEvidence } from '@notafter/features';
import { operation } from '../../operation.ts';
import { instant } from '../../wire/fields.ts';
import type { Answers } from '../../wire/media.ts';
import { streamOf } from '../../wire/paged-file.ts';

const wireEvidence = z
  .object({
    generated_at: instant(),
    public_key: z.string().openapi({ description: 'PEM. The same as long as SECRET_KEY is.' }),
    fingerprint: z.string().openapi({
      description: "SHA-256 of the key's DER.",
      example: '4fa3126d8d3a11d1c4855a4f807cbad6cf919d3a5a88b03bea2c6372d93c40c9',
    }),
  })
  .openapi('Evidence');

const answersEvidence: Answers<unknown> = {
  description: 'The key or the file.',
  content: { 'application/json': { schema: wireEvidence }, 'text/plain': { schema: z.string() } },
};

export const evidenceOperation = operation(exportEvidence, {
  method: 'get',
  path: '/v1/evidence',
  tag: 'Analytics',
  summary: 'Export evidence for auditors',
  description:
    'As a file: JSON Lines with summary, compliance, cryptography, readiness and each endpoint, then an ECDSA signature with SHA-256 over all lines before it. As JSON: the key that verifies it. Leaves a row in the audit log.',
  query: z.object({
    format: z.enum(['json', 'file'], 'must be json or file').optional().openapi({ description: 'The key, or the file. Left out: json.' }),
  }),
  answers: answersEvidence,
  respond: ({ generatedAt, publicKey, fingerprint, open }, { format }, c) =>
    format === 'file'
      ? c.body(streamOf(open()), 200, {
          'Content-Type': 'text/plain; charset=utf-8',
          'Content-Disposition': `attachment; filename="evidence-${dateText(generatedAt)}.jsonl"`,
        })
      : c.json({ generated_at: generatedAt.toISOString(), public_key: publicKey, fingerprint }),
});
