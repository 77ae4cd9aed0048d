import { z } from '@hono/zod-openapi';
import { channelTypes, cloudSlugs } from '@notafter/domain';
import { instant, rowId } from '../../wire/fields.ts';

const count = (description: string, example: number) => z.int().openapi({ description, example });
const organization = z.string().openapi({ description: 'Name of the organization.', example: 'Harborline' });
const domain = z.string().openapi({ description: 'The endpoint as monitored.', example: 'db.harborline.example:5432' });
const figure = (description: string, example: number) => z.number().openapi({ description, example });

export const wireOperatorView = z
  .object({
    queues: z
      .array(
        z.object({
          name: z.string().openapi({ description: 'The kind of job.', example: 'deliver-slice' }),
          ready: count('Jobs that wait for a worker.', 3),
          active: count('Jobs that workers run.', 1),
        }),
      )
      .openapi({ description: 'Most waiting first, that of failed jobs included.' }),
    failed_jobs: count('Jobs that failed for good.', 0),
    overdue_checks: count('Endpoints due for a check for over a minute that no worker has claimed.', 0),
    oldest_check: z
      .object({ domain, organization, due_at: instant() })
      .nullable()
      .openapi({ description: 'The one that has waited longest.' }),
    slow_checks: z
      .array(z.object({ domain, organization, duration_ms: count('Of the last scheduled check.', 8412), checked_at: instant().nullable() }))
      .openapi({ description: 'Scheduled checks that took a second or longer, slowest first.' }),
    service_counts: z.object({
      services: count('Data services.', 14),
      unwell: count('Services with a problem.', 1),
      without_backups: count('Services whose backups or restore drills do not run as they should.', 0),
      orphans: count('Services on a cloud that have no row here.', 0),
    }),
    service_problems: z.array(
      z.object({
        name: z.string().openapi({ description: 'The resource ID.', example: 'postgres-3f9a2c' }),
        organization,
        problem: z.string().openapi({ example: 'The engine does not answer.' }),
        since: instant().nullable(),
      }),
    ),
    orphans: z
      .array(
        z.object({
          cloud: z.enum(cloudSlugs).openapi({ example: 'digitalocean' }),
          account: z.string().nullable().openapi({ description: "An organization's cloud account; null: the operator's.", example: null }),
          service_id: rowId(),
          first_seen_at: instant(),
          last_seen_at: instant(),
        }),
      )
      .openapi({ description: 'What is on a cloud with the mark of this installation and has no row here. Never removed by itself.' }),
  })
  .openapi('OperatorView');

export const wireDatabase = z
  .object({
    bytes: figure('Size on its disk.', 48_234_496),
    connections: count('Connections of clients.', 12),
    max_connections: count('As PostgreSQL allows.', 100),
    oldest_transaction_seconds: figure('How long the oldest transaction has been open.', 0.2),
    tables: z
      .array(
        z.object({
          name: z.string().openapi({ example: 'certificate_history' }),
          bytes: figure('With indexes and partitions.', 22_118_400),
          rows: figure('As PostgreSQL estimates.', 84_000),
          dead_rows: figure('Row versions that wait for a vacuum.', 120),
        }),
      )
      .openapi({ description: 'The ten largest.' }),
    slow_statements: z
      .array(
        z.object({
          statement: z
            .string()
            .openapi({ description: 'Without its values.', example: 'select count(*) from certificates where org_id = $1' }),
          calls: figure('Since the statistics began.', 240),
          mean_ms: figure('Mean time of one.', 12.4),
          max_ms: figure('Longest time of one.', 96.1),
          total_ms: figure('Time of all.', 2976),
        }),
      )
      .nullable()
      .openapi({ description: 'Those of 10 ms or more on average, at most ten; null where PostgreSQL does not run `pg_stat_statements`.' }),
  })
  .openapi('DatabaseFigures');

export const wireFailingChannel = z
  .object({
    organization_id: rowId(),
    organization,
    queue: z.string().openapi({ description: 'Names it in `resend`.', example: 'slack:0198b5a0-0000-7000-8000-0000000000c1' }),
    kind: z.enum([...channelTypes, 'webhook_endpoint', 'escalation', 'status_page']).openapi({ example: 'slack' }),
    name: z.string().nullable().openapi({ description: "The team's name for it.", example: 'On-call' }),
    broken_at: instant().nullable().openapi({ description: 'When its receiver rejected it for good; null: it is still tried.' }),
    problem: z.string().nullable().openapi({ description: 'The last failure.', example: 'The receiver answered 503.' }),
    dead_letters: count('Messages that were given up.', 12),
    retried: count('Messages that failed and are tried again.', 0),
    oldest_at: instant().nullable().openapi({ description: 'When the oldest of them was made.' }),
  })
  .openapi('FailingChannel');

export const wireQueued = z.object({ queued: count('How many.', 12) }).openapi('QueuedAgain');
