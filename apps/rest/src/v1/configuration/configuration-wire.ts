import { z } from '@hono/zod-openapi';
import { configuredKinds } from '@notafter/domain';
import { rowId } from '../../wire/fields.ts';

const kind = () => z.enum(configuredKinds).openapi({ example: 'endpoint' });
const key = () => z.string().openapi({ description: 'As in the file.', example: 'shop' });
const value = (description: string, example: string) =>
  z.union([z.string(), z.boolean(), z.null(), z.array(z.union([z.string(), z.number()]))]).openapi({ description, example });

const change = z.object({
  field: z.string().openapi({ example: 'tags.team' }),
  from: value('As it is; null also for a secret.', 'web'),
  to: value('As the file has it; null also for a secret.', 'platform'),
  is_secret: z.boolean().openapi({ example: false }),
  is_drift: z.boolean().openapi({ description: 'It was changed elsewhere since this stack applied it.', example: false }),
});

const step = z
  .object({
    action: z.enum(['create', 'adopt', 'update', 'replace', 'delete', 'forget', 'left', 'none']).openapi({
      description:
        '`adopt`: it exists and no file applied it. `replace`: deleted and created, as what changes cannot be changed. `forget`: it is gone. `left`: not in the file any more, and only pruning deletes it.',
      example: 'update',
    }),
    kind: kind(),
    key: key(),
    label: z.string().openapi({ description: 'For people.', example: 'shop.example.com' }),
    id: rowId().nullable(),
    changes: z.array(change),
    is_drift: z.boolean().openapi({ description: 'It was deleted elsewhere since this stack applied it.', example: false }),
  })
  .openapi('ConfigurationStep');

export const wirePlan = z
  .object({
    steps: z.array(step),
    problems: z
      .array(
        z.object({ kind: kind(), key: key(), message: z.string().openapi({ example: "shop.example.com is managed by the stack 'web'." }) }),
      )
      .openapi({ description: 'Why it cannot be applied.' }),
    digest: z.string().openapi({ description: 'Names this plan when it is applied.', example: 'yH0aP1v3' }),
  })
  .openapi('ConfigurationPlan');

export const wireApplied = z
  .object({
    steps: z.array(step).openapi({ description: 'What was done, in this order.' }),
    failed: z
      .object({ kind: kind(), key: key(), code: z.string().openapi({ example: 'certificate_limit' }), message: z.string() })
      .nullable()
      .openapi({ description: 'The step that was refused, after which nothing was tried.', example: null }),
  })
  .openapi('ConfigurationApplied');

const variable = z.object({
  env: z.string().openapi({ description: 'A variable to put the secret into.', example: 'NOTAFTER_ON_CALL_WEBHOOK' }),
});

const placed = { environment: z.string().optional(), tags: z.record(z.string(), z.string()).optional() };

export const wireExport = z
  .object({
    environments: z.array(z.object({ key: key(), name: z.string(), description: z.string().optional() })),
    channels: z.array(
      z.object({
        ...{ key: key(), type: z.string(), name: z.string(), enabled: z.boolean(), default: z.boolean() },
        settings: z.record(z.string(), variable),
      }),
    ),
    endpoints: z.array(z.object({ key: key(), domain: z.string(), ...placed })),
    uploads: z.array(
      z.object({ key: key(), name: z.string(), certificate: z.string().openapi({ description: 'PEM, with its chain.' }), ...placed }),
    ),
    dates: z.array(z.object({ key: key(), name: z.string(), expires: z.string(), issuer: z.string().optional(), ...placed })),
    routes: z.array(
      z.object({ key: key(), tag: z.string().optional(), environment: z.string().optional(), channels: z.array(z.string()) }),
    ),
    day_rules: z.array(z.object({ key: key(), tag: z.string(), days: z.array(z.number()) })),
    domains: z.array(z.object({ key: key(), domain: z.string(), allowed_issuers: z.array(z.string()) })),
    alerts: z.object({ days: z.array(z.number()), scale_to_lifetime: z.boolean() }),
  })
  .openapi('ConfigurationExport');
