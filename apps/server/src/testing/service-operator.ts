import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '@notafter/config';
import { makeThrowawayDir } from '@notafter/db/testing';
import { type EngineAccess, SECOND_MS, type ServiceOperationId } from '@notafter/domain';
import {
  type BackupView,
  backUpService,
  type DrillView,
  getService,
  listBackups,
  type OrgContext,
  revealServicePassword,
  runServiceOperation,
  type SystemContext,
  startDrill,
} from '@notafter/features';
import { createFakeClock, createRecordingLog, createTestContext, makeOrgContext, passTime } from '@notafter/testing';
import { certificateReader } from '@notafter/tls';
import { expect } from 'vitest';
import { openServiceGateways } from '../gateways/services.ts';

/** An admin whose services run on this machine, and the worker that runs their operations. */
export interface ServiceOperator {
  readonly ctx: SystemContext;
  readonly admin: OrgContext & { readonly actor: { readonly via: 'session' } };
  readonly dataDir: string;
  readonly backupFolder: string;
  untilIdle(resourceId: string): Promise<void>;
  untilGone(resourceId: string): Promise<void>;
  /** The access of clients, with the password in force. */
  accessOf(resourceId: string): Promise<EngineAccess>;
  /** The newest backup once it has ended. */
  backUp(resourceId: string): Promise<BackupView>;
  /** The newest drill once it has ended. */
  drill(backup: BackupView): Promise<DrillView>;
  close(): Promise<void>;
}

/** An engine begins within its operation. */
const POLL = { interval: 200, timeout: 180_000 };

export const openServiceOperator = async (): Promise<ServiceOperator> => {
  const dataDir = await makeThrowawayDir();
  const backupFolder = join(dataDir, 'mounted');
  await mkdir(backupFolder);
  const test = await createTestContext({ clock: createFakeClock(new Date()) });
  const config = readConfig({ DATA_DIR: dataDir, BACKUP_URL: `file://${backupFolder}`, DOCKER_HOST: '' }, '/');
  const services = await openServiceGateways(config, createRecordingLog());
  const ctx = {
    ...test.ctx,
    gateways: { ...test.ctx.gateways, services, certificateReader: { ...test.ctx.gateways.certificateReader, ...certificateReader } },
  };
  const admin = await makeOrgContext(ctx);

  const turn = async (id: ServiceOperationId): Promise<void> => {
    await passTime(test.ctx.db, SECOND_MS);
    await runServiceOperation(ctx, { id });
  };
  const untilIdle = async (resourceId: string): Promise<void> => {
    const operation = async () => {
      const found = await getService(admin, { resourceId });
      if (found.operation !== null) await turn(found.operation.id);
      return found.operation;
    };
    await expect.poll(operation, POLL).toBeNull();
  };

  return {
    ctx,
    admin,
    dataDir,
    backupFolder,
    untilIdle,

    async untilGone(resourceId) {
      const service = async () => {
        const found = await getService(admin, { resourceId }).catch(() => null);
        if (found?.operation != null) await turn(found.operation.id);
        return found;
      };
      await expect.poll(service, POLL).toBeNull();
    },

    async accessOf(resourceId) {
      const { solution, host, ports, user, authority } = await getService(admin, { resourceId });
      const { password } = await revealServicePassword(admin, { resourceId });
      if (host === null || authority === null) throw new Error('The service is not there yet.');
      return { solution, host, ports, servername: host, authority, user, password };
    },

    async backUp(resourceId) {
      await backUpService(admin, { resourceId });
      await untilIdle(resourceId);
      const [backup] = (await listBackups(admin, { resourceId })).backups;
      if (backup === undefined) throw new Error('Nothing was backed up.');
      return backup;
    },

    async drill({ id, resourceId }) {
      const { operationId } = await startDrill(admin, { id });
      const newest = async (): Promise<DrillView | undefined> => (await listBackups(admin, { resourceId })).drills[0];
      const state = async () => {
        await turn(operationId);
        return (await newest())?.state;
      };
      await expect.poll(state, POLL).not.toBe('running');
      const drilled = await newest();
      if (drilled === undefined) throw new Error('Nothing was drilled.');
      return drilled;
    },

    async close() {
      await test.close();
      await rm(dataDir, { recursive: true });
    },
  };
};
