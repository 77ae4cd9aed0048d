import { randomBytes } from 'node:crypto';
import { type Executor, newId, serviceBackups, serviceOperations, services } from '@notafter/db';
import {
  type BackupCause,
  type BackupHeader,
  type DataOrigin,
  DomainError,
  type OrganizationId,
  ProviderError,
  type ServiceBackupId,
  type ServiceOperationId,
  type StoredBackup,
} from '@notafter/domain';
import { and, eq, isNull } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../context.ts';
import { installationId } from './installation.ts';
import type { ServiceRow } from './service-row.ts';
import { openServiceSecret } from './service-secrets.ts';

export type BackupRow = typeof serviceBackups.$inferSelect;

const KEY_BYTES = 32;

const placeOf = (id: string, secret: 'password' | 'key') => ({ table: 'service_backups', row: `${id}/${secret}` });

/** Throws `backup_not_found`, also for another organization's and for one that is being removed. */
export const getBackupForOrg = async (
  db: Executor,
  orgId: OrganizationId,
  id: ServiceBackupId,
): Promise<{ readonly backup: BackupRow; readonly service: ServiceRow }> => {
  const [row] = await db
    .select({ backup: serviceBackups, service: services })
    .from(serviceBackups)
    .innerJoin(services, eq(services.id, serviceBackups.serviceId))
    .where(and(eq(serviceBackups.id, id), eq(services.orgId, orgId), isNull(serviceBackups.removalWantedAt)));
  if (row === undefined) throw new DomainError('backup_not_found');
  return row;
};

/** The backup that an operation takes, restores or tries. */
export const backupOf = async (db: Executor, operation: ServiceOperationId): Promise<BackupRow> => {
  const [row] = await db
    .select({ backup: serviceBackups })
    .from(serviceOperations)
    .innerJoin(serviceBackups, eq(serviceBackups.id, serviceOperations.backupId))
    .where(eq(serviceOperations.id, operation));
  if (row === undefined) throw new ProviderError('not_found', 'The backup was removed meanwhile.');
  return row.backup;
};

/** Writes a backup that is about to be taken. It is listed as `running` until its operation ends. */
export const writeBackup = async (
  { db, auth, clock }: TransactionContext<SystemContext>,
  service: Pick<ServiceRow, 'id' | 'resourceId' | 'version' | 'passwordSealed'>,
  cause: BackupCause,
): Promise<ServiceBackupId> => {
  const id = newId<'service-backup'>();
  const password = openServiceSecret(auth, service.id, 'password', service.passwordSealed);
  await db.insert(serviceBackups).values({
    id,
    serviceId: service.id,
    cause,
    object: `${await installationId(db)}/${service.resourceId}/${id}`,
    engine: service.version ?? '',
    passwordSealed: auth.sealing.seal(placeOf(id, 'password'), password),
    takenAt: clock.now(),
  });
  return id;
};

/** The password of the engine at the time of a backup. */
export const backupPassword = ({ auth }: Pick<SystemContext, 'auth'>, { id, passwordSealed }: BackupRow): string =>
  auth.sealing.open(placeOf(id, 'password'), passwordSealed);

/** A key for one backup, and the header that has it sealed. */
export const newBackupKey = (
  { auth }: Pick<SystemContext, 'auth'>,
  { id, engine, takenAt }: BackupRow,
  { resourceId, solution }: Pick<ServiceRow, 'resourceId' | 'solution'>,
): { readonly key: Uint8Array; readonly header: BackupHeader } => {
  const key = randomBytes(KEY_BYTES);
  const sealedKey = auth.sealing.seal(placeOf(id, 'key'), key.toString('base64'));
  return { key, header: { backup: id, service: resourceId, solution, engine, takenAt: takenAt.toISOString(), sealedKey } };
};

/** The data of a good backup for a new instance. */
export const originOf = (ctx: SystemContext, backup: BackupRow): DataOrigin => {
  if (backup.takenFrom === null) throw new ProviderError('invalid', 'The backup is not complete.');
  return ctx.gateways.services.backups.originOf(storedBackup(ctx, backup), { engine: backup.engine, by: backup.takenFrom });
};

/** A good backup, as the store has to have it. */
export const storedBackup = ({ auth }: Pick<SystemContext, 'auth'>, { id, object, bytes }: BackupRow): StoredBackup => ({
  object,
  bytes: bytes ?? 0,
  openKey: ({ backup, sealedKey }) => {
    try {
      if (backup !== id) throw new Error('The header is of another backup.');
      return Buffer.from(auth.sealing.open(placeOf(id, 'key'), sealedKey), 'base64');
    } catch (error) {
      const reason = error instanceof Error && error.message.includes('SECRET_KEY') ? 'It was encrypted under another SECRET_KEY.' : '';
      const message = `The key of this backup does not open. ${reason || 'Its header was changed, or is of another backup.'}`;
      throw new ProviderError('invalid', message, { code: 'wrong_key', cause: error });
    }
  },
});
