import type { CertificateScope, JobType, ProcessState } from '@notafter/domain';
import { desc, sql } from 'drizzle-orm';
import { type AnyPgColumn, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { organizations, users } from './accounts.ts';
import { id, instant } from './columns.ts';

type ProcessIds = 'check-run' | 'certificate-import' | 'discovery-job' | 'service-operation';

/**
 * Long work, as a machine that goes from step to step. `features/steps` moves it; the table of its kind has the details under the
 * same ID. `running` from its start; `completed` or `failed` by its last step, its tries or its deadline; `cancelled` by a person.
 * Kept 30 days. The clock of the database alone decides about `runAt`, `leaseUntil` and `deadlineAt`.
 */
export const processes = pgTable(
  'processes',
  {
    id: id<ProcessIds>('id').primaryKey(),
    orgId: id<'organization'>('org_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** The process that waits for this one. */
    parentId: id<ProcessIds>('parent_id').references((): AnyPgColumn => processes.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<JobType>().notNull(),
    /** If only one of its kind can run for it at a time: the domain of a discovery. */
    subject: text('subject'),
    /** Of the API key that started it, which can read it beside unscoped callers. Null: the whole organization. */
    scope: jsonb('scope').$type<CertificateScope>(),
    /** Null if an API key started it, or a person who has left. */
    startedBy: id<'user'>('started_by').references(() => users.id, { onDelete: 'set null' }),
    state: text('state').$type<ProcessState>().notNull().default('running'),
    /** The step that runs next, or runs now. */
    step: text('step').notNull(),
    /** When `step` began, through all its tries. */
    stepSince: instant('step_since').notNull().default(sql`now()`),
    /** Set while its steps undo what was done: the state that follows. */
    ending: text('ending').$type<Exclude<ProcessState, 'running' | 'completed'>>(),
    /** Why it failed, or is about to; a sentence for people. */
    error: text('error'),
    done: integer('done').notNull().default(0),
    total: integer('total'),
    /** Starts of the step that led to no outcome, the one under way included. */
    tries: smallint('tries').notNull().default(0),
    /** Counts the calls to wake it, so that none is lost between its last look and its nap. */
    wakes: integer('wakes').notNull().default(0),
    /** Goes up whenever the lease changes hands. A worker writes only under the generation that it took. */
    generation: integer('generation').notNull().default(0),
    /** Not before this. */
    runAt: instant('run_at').notNull().default(sql`now()`),
    /** When `runAt` was set: a clock that shows less went back, and `runAt` is no longer waited for. */
    scheduledAt: instant('scheduled_at').notNull().default(sql`now()`),
    /** Until then a worker has it to itself. Null: none has. */
    leaseUntil: instant('lease_until'),
    deadlineAt: instant('deadline_at').notNull(),
    cancelRequestedAt: instant('cancel_requested_at'),
    /** Time at work in all. Queues, naps and dead workers don't count. */
    spentMs: integer('spent_ms').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    index('processes_org_idx').on(table.orgId, desc(table.createdAt), desc(table.id)),
    index('processes_subject_idx').on(table.orgId, table.kind, table.subject, table.createdAt).where(sql`${table.subject} is not null`),
    uniqueIndex('processes_running_subject_idx').on(table.orgId, table.kind, table.subject).where(sql`${table.state} = 'running'`),
    index('processes_running_idx').on(table.runAt).where(sql`${table.state} = 'running'`),
    index('processes_parent_idx').on(table.parentId).where(sql`${table.parentId} is not null`),
  ],
);
