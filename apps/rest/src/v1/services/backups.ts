import { z } from '@hono/zod-openapi';
import { backupCauses, backupSchedules, backupStates, dateText, orList, solutionSlugs } from '@notafter/domain';
import {
  type BackupView,
  backUpService,
  type DrillView,
  deleteBackup,
  downloadBackup,
  listBackups,
  restoreBackup,
  setBackupSchedule,
  startDrill,
} from '@notafter/features';
import { type Operation, operation } from '../../operation.ts';
import { answersArchive, archiveHeaders, archiveParameter } from '../../wire/archive.ts';
import { instant, rowId, strictBody, textField } from '../../wire/fields.ts';
import { answers, takes } from '../../wire/media.ts';
import { says } from '../../wire/message.ts';
import { streamOf } from '../../wire/paged-file.ts';
import { idParameter } from '../../wire/parameters.ts';
import { serviceParameters } from './service-wire.ts';

const tag = 'Services';
const path = '/v1/services/backups';
const missing = 'backup_not_found';
const params = z.object({ id: idParameter<'service-backup'>('The backup.') });

const wireBackup = z
  .object({
    id: rowId(),
    resource_id: z.string().openapi({ description: 'The service that it was taken of.', example: 'pg-7f3a91c2' }),
    database: z.enum(solutionSlugs).openapi({ example: 'postgres' }),
    service_deleted_at: instant().nullable().openapi({ description: 'Since then the service is gone; its backups stay for 30 days.' }),
    cause: z.enum(backupCauses).openapi({ example: 'schedule' }),
    state: z.enum(backupStates).openapi({ description: '`ok` once the store has all of it.', example: 'ok' }),
    failure: z.string().nullable().openapi({ description: 'A sentence, if it failed.', example: null }),
    version: z.string().openapi({ description: 'Of the engine.', example: '18.4' }),
    bytes: z.int().nullable().openapi({ description: 'As stored.', example: 5_242_880 }),
    tables: z.int().nullable().openapi({ description: 'Tables whose rows were counted and hashed.', example: 12 }),
    taken_at: instant(),
    finished_at: instant().nullable(),
  })
  .openapi('ServiceBackup');

const backupOf = ({ solution, engine, ...backup }: BackupView) => ({ ...backup, database: solution, version: engine });

const wireDrill = z
  .object({
    id: rowId(),
    state: z.enum(['running', 'passed', 'failed']).openapi({ example: 'passed' }),
    backup_taken_at: instant(),
    failure: z.string().nullable().openapi({ description: 'A sentence, if it failed.', example: null }),
    evidence: z
      .object({
        files: z.int().openapi({ description: 'Files with the size and the SHA-256 of the manifest.', example: 1204 }),
        bytes: z.int().openapi({ example: 31_457_280 }),
        matching_tables: z.int().openapi({ description: 'Tables with exactly the rows of the backup.', example: 12 }),
        rows: z.int().openapi({ example: 100_000 }),
        unknown_tables: z.int().openapi({ description: 'Tables that changed while the backup was taken.', example: 0 }),
        differences: z.array(z.string()),
      })
      .nullable(),
    started_at: instant(),
    finished_at: instant().nullable(),
  })
  .openapi('ServiceDrill');

const drillOf = ({ evidence, ...drill }: DrillView) => {
  if (evidence === null) return { ...drill, evidence: null };
  const { matching, unknown, ...found } = evidence;
  return { ...drill, evidence: { ...found, matchingTables: matching, unknownTables: unknown } };
};

const schedule = z.enum(backupSchedules, `must be ${orList(backupSchedules)}`).openapi({ example: 'daily' });
const begun = z.object({ job_id: rowId() });

const wireDownload = z
  .object({ resource_id: z.string().openapi({ example: 'pg-7f3a91c2' }), taken_at: instant() })
  .openapi('ServiceBackupFacts');

export const backupOperations: readonly Operation[] = [
  operation(listBackups, {
    method: 'get',
    path,
    tag,
    id: 'listServiceBackups',
    summary: 'List backups of services',
    description: 'Those that are kept, newest first, and the last restore drills.',
    query: z.object({
      resource_id: textField()
        .optional()
        .openapi({ description: 'Of this service only. Without it, deleted services are included.', example: 'pg-7f3a91c2' }),
    }),
    input: ({ resourceId = null }) => ({ resourceId }),
    answers: answers(
      'The backups and the drills.',
      z.object({ backups: z.array(wireBackup), drills: z.array(wireDrill) }).openapi('ServiceBackups'),
    ),
    view: ({ backups, drills }) => ({ backups: backups.map(backupOf), drills: drills.map(drillOf) }),
  }),
  operation(backUpService, {
    method: 'post',
    path: '/v1/services/{resource_id}/backups',
    tag,
    id: 'backUpService',
    summary: 'Back up a service',
    description: 'Needs no body, and answers at once. The service runs on.',
    params: serviceParameters,
    answers: answers('The backup began.', begun.openapi('ServiceBackupBegun')),
    view: ({ operationId }) => ({ jobId: operationId }),
    job: ({ operationId }) => operationId,
    missing: 'service_not_found',
    errors: ['backup_unsupported', 'service_not_running', 'service_busy'],
  }),
  operation(setBackupSchedule, {
    method: 'put',
    path: '/v1/services/{resource_id}/backup-schedule',
    tag,
    summary: 'Set the backup schedule of a service',
    params: serviceParameters,
    body: takes(strictBody({ schedule }).openapi('ServiceBackupSchedule'), { schedule: 'daily' }),
    answers: says('The backup schedule was set.'),
    missing: 'service_not_found',
    errors: ['backup_unsupported'],
  }),
  operation(downloadBackup, {
    method: 'get',
    path: `${path}/{id}/data`,
    tag,
    id: 'downloadServiceBackup',
    summary: 'Download the data of a backup',
    description:
      'The data directory of the engine, decrypted. A download that breaks off is not to be used: the server ends it if a file is not as it was. Leaves a row in the audit log.',
    params,
    query: z.object({ format: archiveParameter('What it is, or the tar archive.') }),
    input: ({ id }) => ({ id }),
    answers: answersArchive('The data.', wireDownload, 'tar'),
    respond: ({ resourceId, takenAt, open }, { format }, c) =>
      format === 'archive'
        ? c.body(streamOf(open(c.req.raw.signal)), 200, archiveHeaders(`${resourceId}-${dateText(takenAt)}.tar`, 'tar'))
        : c.json({ resource_id: resourceId, taken_at: takenAt.toISOString() }),
    missing: 'backup_not_found',
    errors: ['backup_unusable'],
  }),
  operation(restoreBackup, {
    method: 'post',
    path: `${path}/{id}/restore`,
    tag,
    id: 'restoreServiceBackup',
    summary: 'Restore a backup',
    description: 'Into a new service, or into its own service, whose data it replaces. Answers at once.',
    params,
    body: takes(
      strictBody({
        into: z.enum(['same', 'new'], 'must be same or new').openapi({ example: 'new' }),
        back_up_first: z
          .boolean('must be true or false')
          .optional()
          .openapi({ description: 'With `same`: back up the present data first. True unless said otherwise.', example: true }),
      }).openapi('ServiceRestore'),
      { into: 'new' },
    ),
    input: ({ id, into, backUpFirst }) => ({ id, into, backsUpFirst: backUpFirst }),
    answers: answers(
      'The restore began.',
      begun.extend({ resource_id: z.string().openapi({ example: 'pg-7f3a91c2' }) }).openapi('ServiceRestoreBegun'),
    ),
    view: ({ resourceId, operationId }) => ({ resourceId, jobId: operationId }),
    job: ({ operationId }) => operationId,
    missing,
    errors: ['backup_unusable', 'backup_unsupported', 'cloud_not_enabled', 'service_not_running', 'service_busy'],
  }),
  operation(startDrill, {
    method: 'post',
    path: `${path}/{id}/drill`,
    tag,
    id: 'startServiceDrill',
    summary: 'Try a restore',
    description: 'Restores it into an instance that is compared with the backup and then removed. Needs no body, and answers at once.',
    params,
    answers: answers('The drill began.', begun.openapi('ServiceDrillBegun')),
    view: ({ operationId }) => ({ jobId: operationId }),
    job: ({ operationId }) => operationId,
    missing,
    errors: ['backup_unusable', 'backup_unsupported', 'drill_running'],
  }),
  operation(deleteBackup, {
    method: 'delete',
    path: `${path}/{id}`,
    tag,
    id: 'deleteServiceBackup',
    summary: 'Delete a backup',
    params,
    answers: says('The backup was deleted.'),
    missing,
    errors: ['backup_running'],
  }),
];
