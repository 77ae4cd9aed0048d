import { z } from '@hono/zod-openapi';
import { type AuditGroup, auditGroups } from '@notafter/domain';
import { instantInput } from '@notafter/domain/inputs';
import type { AuditEntry } from '@notafter/features';
import { instant, rowId } from '../../wire/fields.ts';
import { wireId } from '../../wire/parameters.ts';

const isGroup = (name: string): name is AuditGroup => Object.hasOwn(auditGroups, name);
const groups = Object.keys(auditGroups).filter(isGroup);

const NO_INSTANT = 'must be an instant such as 2026-12-04T08:12:00Z';

const instantParameter = (name: string, description: string) =>
  z.iso
    .datetime({ offset: true, error: NO_INSTANT })
    .transform((text) => new Date(text))
    .pipe(instantInput(NO_INSTANT))
    .optional()
    .openapi({ type: 'string', format: 'date-time', description, param: { name, in: 'query' } });

/** Filters of the log and its export. */
export const filterParameters = {
  actor_id: wireId<'user' | 'api-key'>('must be given once')
    .optional()
    .openapi({ format: 'uuid', description: 'What one person or one API key did.', param: { name: 'actor_id', in: 'query' } }),
  group: z
    .enum(groups, `must be one of ${groups.join(', ')}`)
    .optional()
    .openapi({ description: 'What actions begin with.', param: { name: 'group', in: 'query' } }),
  from: instantParameter('from', 'From this instant on.'),
  until: instantParameter('until', 'Before this instant.'),
};

export const wireAuditEntry = z
  .object({
    id: rowId(),
    at: instant(),
    actor: z.object({
      kind: z.enum(['session', 'token', 'api-key', 'payment-provider']).openapi({
        description: 'How it was done: in a browser, by a token, by an API key, or by the payment provider.',
      }),
      id: rowId().nullable().openapi({ description: "The person's, or the API key's; null for the payment provider." }),
      email: z
        .string()
        .nullable()
        .openapi({ description: 'The address at the time; null where no person did it.', example: 'ada@example.com' }),
      token_id: rowId().nullable().openapi({ description: 'Which of their tokens, where it was one.', example: null }),
      name: z.string().nullable().openapi({ description: 'What the token or the key was called.', example: null }),
    }),
    action: z.string().openapi({ description: 'Stable.', example: 'certificates/add-certificate' }),
    summary: z.string().openapi({ description: 'The action in words, for people.', example: 'Added a certificate' }),
    subject: z.string().nullable().openapi({ description: 'What it was done to, where it has a name.', example: 'example.com' }),
    subject_id: rowId().nullable(),
    detail: z
      .record(z.string(), z.unknown())
      .openapi({ description: 'More, by action; never a secret.', example: { domain: 'example.com' } }),
    ip: z.string().nullable().openapi({ example: '192.0.2.10' }),
  })
  .openapi('AuditEntry');

/** The log calls the words of an action its sentence. */
export const auditEntryOf = ({ sentence, ...entry }: AuditEntry) => ({ ...entry, summary: sentence });
