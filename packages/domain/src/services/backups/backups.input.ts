import { z } from 'zod';
import { idInput } from '../../id.input.ts';
import { backupSchedules } from './backup-schedule.ts';

const resourceId = z.string().max(60);

export const backupRefInput = z.object({ id: idInput<'service-backup'>() });

export const listBackupsInput = z.object({
  /** Null: of every service, deleted ones included. */
  resourceId: resourceId.nullable(),
});

export const restoreBackupInput = z.object({
  id: idInput<'service-backup'>(),
  /** `same` replaces the data of the service that it was taken of. */
  into: z.enum(['same', 'new']),
  /** With `same`: whether a backup of the present data comes first. True unless said otherwise. */
  backsUpFirst: z.boolean().optional(),
});

export const backupScheduleInput = z.object({ resourceId, schedule: z.enum(backupSchedules) });

export const deleteServiceInput = z.object({
  resourceId,
  cloud: z.string().max(60).optional(),
  region: z.string().max(60).optional(),
  /** A backup is taken first; if it fails, the service stays. */
  backsUpFirst: z.boolean().optional(),
});
