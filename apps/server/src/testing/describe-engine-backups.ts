import { type EngineAccess, solutions } from '@notafter/domain';
import { deleteService, deployService, getService, listBackups, restoreBackup } from '@notafter/features';
import type { EngineProbe } from '@notafter/provisioning/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openServiceOperator, type ServiceOperator } from './service-operator.ts';

interface Expected {
  /** Tables whose rows a drill compares. */
  readonly tables: number;
}

/** Backups of one engine from the deployment of a service to its deletion, as a person asks for them. */
export const describeEngineBackups = ({ solution, addRow, countRows }: EngineProbe, { tables }: Expected): void => {
  describe(`${solutions[solution].name} on this server`, () => {
    let operator: ServiceOperator;
    beforeAll(async () => {
      operator = await openServiceOperator();
    });
    afterAll(() => operator.close());

    it('is backed up, drilled, restored into itself and beside itself, and deleted after a last backup', { timeout: 900_000 }, async () => {
      const { admin, ctx } = operator;
      const { resourceId } = await deployService(admin, { cloud: 'local', database: solution, plan: 'hobbyist', region: 'local' });
      await operator.untilIdle(resourceId);
      const before = await operator.accessOf(resourceId);
      await addRow(before);

      const backup = await operator.backUp(resourceId);
      expect(backup).toMatchObject({ state: 'ok', failure: null });
      expect(await operator.drill(backup)).toMatchObject({
        ...{ state: 'passed', failure: null },
        evidence: { matching: tables, unknown: 0, rows: tables, differences: [], files: expect.any(Number) },
      });

      const { resourceId: other } = await restoreBackup(admin, { id: backup.id, into: 'new' });
      await operator.untilIdle(other);
      const beside = await operator.accessOf(other);
      expect(beside.password).not.toBe(before.password);
      expect(await countRows(beside)).toBe(1);

      await addRow(before);
      expect(await countRows(before)).toBe(2);
      await restoreBackup(admin, { id: backup.id, into: 'same' });
      await operator.untilIdle(resourceId);
      const after: EngineAccess = await operator.accessOf(resourceId);
      expect(after).toEqual(before);
      expect(await countRows(after)).toBe(1);
      for (const one of [resourceId, other]) {
        expect(await getService(admin, { resourceId: one })).toMatchObject({ status: 'running', problem: null });
      }

      await deleteService(admin, { resourceId, backsUpFirst: true });
      await deleteService(admin, { resourceId: other });
      await operator.untilGone(resourceId);
      await operator.untilGone(other);
      expect((await listBackups(admin, { resourceId: null })).backups).toMatchObject([
        { cause: 'deletion', state: 'ok' },
        { cause: 'restore', state: 'ok' },
        { cause: 'person', state: 'ok' },
      ]);
      expect(await ctx.gateways.services.backups.list('', AbortSignal.timeout(60_000))).toHaveLength(3);
    });
  });
};
