import { z } from '@hono/zod-openapi';
import { importResults } from '@notafter/domain';
import type { ImportView } from '@notafter/features';
import { instant, rowId } from '../../../wire/fields.ts';
import { nextCursor } from '../../../wire/parameters.ts';
import { isoOrNull } from '../certificate-wire.ts';

const count = (description: string, example: number) => z.int().openapi({ description, example });

export const wireImport = z
  .object({
    job_id: rowId(),
    status: z.enum(['running', 'completed', 'failed']).openapi({ description: 'A cancelled one is `failed` with the error `Cancelled`.' }),
    error: z.string().nullable().openapi({ description: 'Why it is `failed`; `Cancelled` if it was cancelled.', example: null }),
    total: count('Lines in the list.', 3),
    done: count('Lines that have a result.', 3),
    added: count('Reached and added.', 1),
    duplicate: count('Monitored already, or twice in the list.', 1),
    invalid: count('No domain that can be monitored.', 0),
    unreachable: count('Added though not reached; `expiration_date` is null until it is.', 1),
    limit: count("Beyond the plan's limit.", 0),
    skipped: count('Not done, because the import was cancelled or failed before them.', 0),
    report: z
      .array(
        z.object({
          line: z.int().openapi({ description: 'Of the file, from 1; of a JSON array the place of the element.', example: 1 }),
          domain: z.string().openapi({ example: 'example.com' }),
          result: z.enum(importResults),
          message: z.string().nullable().openapi({ example: null }),
          certificate_id: rowId().nullable(),
        }),
      )
      .openapi({ description: 'Up to 1,000 lines.' }),
    next_after: z.int().nullable().openapi({ description: 'Send it as `after` for the next lines; null at the end.', example: null }),
    next_cursor: nextCursor(),
    created_at: instant(),
    finished_at: instant().nullable(),
  })
  .openapi('Import');

export const toWireImport = ({ id, counts, lines, nextAfter, createdAt, finishedAt, ...view }: ImportView): z.infer<typeof wireImport> => ({
  job_id: id,
  status: view.status,
  error: view.error,
  total: view.total,
  done: view.done,
  ...counts,
  report: lines.map(({ line, domain, result, message, certificateId }) => ({
    line,
    domain,
    result,
    message,
    certificate_id: certificateId,
  })),
  next_after: nextAfter,
  next_cursor: nextAfter === null ? null : String(nextAfter),
  created_at: createdAt.toISOString(),
  finished_at: isoOrNull(finishedAt),
});
