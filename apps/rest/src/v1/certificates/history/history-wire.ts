import { z } from '@hono/zod-openapi';
import { historyActions } from '@notafter/domain';
import type { HistoryEntry } from '@notafter/features';
import { instant, rowId } from '../../../wire/fields.ts';
import { fingerprint256Example, isoOrNull } from '../certificate-wire.ts';

export const wireHistoryEntry = z
  .object({
    id: rowId(),
    action: z
      .enum(historyActions)
      .openapi({ description: '`renewed` when the fingerprint changed; `checked` when a person asked, and else at most once a day.' }),
    recorded_at: instant(),
    issuer: z.string().nullable().openapi({ example: "Let's Encrypt" }),
    expiration_date: instant().nullable(),
    fingerprint256: z.string().nullable().openapi({ example: fingerprint256Example }),
  })
  .openapi('HistoryEntry');

export const toWireHistoryEntry = (entry: HistoryEntry): z.infer<typeof wireHistoryEntry> => ({
  id: entry.id,
  action: entry.action,
  recorded_at: entry.recordedAt.toISOString(),
  issuer: entry.issuer,
  expiration_date: isoOrNull(entry.notAfter),
  fingerprint256: entry.fingerprint256,
});
