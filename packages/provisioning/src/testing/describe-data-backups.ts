import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BackedUpSolution,
  type BackupHeader,
  backupHolds,
  type CloudDriver,
  compareContents,
  type KeyAndCertificate,
  type NewBackup,
  type ServiceBackups,
  type StoredBackup,
  type TakenBackup,
} from '@notafter/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createFileStore } from '../backups/file-store.ts';
import { createServiceBackups } from '../backups/service-backups.ts';
import { createServiceEngines } from '../engines/service-engines.ts';
import type { TakerInput } from './backup-taker.fixture.ts';
import { takeElsewhere } from './backup-taker.ts';
import type { Subject } from './conformance.ts';
import type { EngineProbe } from './engine-probe.ts';
import { makeAuthority, type RunningService, runService, untilUp } from './running-service.ts';
import { createTestDriver } from './test-driver.ts';

const { signal } = new AbortController();
const PASSWORD = 'the password of then';
const OBJECT = 'i/s/b1';

interface Terms {
  readonly by: 'process' | 'container';
  readonly probe: EngineProbe & { readonly solution: BackedUpSolution };
  /**
   * Moments at which a process that takes a backup is killed, in ms after it began. It leaves the same with each engine that is held in
   * the same way, so one or two prove it.
   */
  readonly kills: readonly number[];
}

/** The promises of backups for one engine, on a real machine: taken while clients write, killed at any moment, restored. */
export const describeDataBackups = (name: string, open: () => Promise<Subject>, { by, probe, kills }: Terms): void => {
  const { solution, addRow, countRows } = probe;
  const holds = backupHolds[solution];

  describe(`a backup of ${solution} ${name}`, () => {
    let subject: Subject;
    let driver: CloudDriver;
    let authority: KeyAndCertificate;
    let source: RunningService;
    let storeFolder: string;
    let backups: ServiceBackups;
    let version: string;
    let taken: TakenBackup;
    let stored: StoredBackup;
    const key = randomBytes(32);
    const engines = createServiceEngines();
    const header = (): BackupHeader => ({
      ...{ backup: 'b1', service: 'se-7f3a91c2', solution, engine: version, takenAt: '2026-12-04T08:00:00.000Z', sealedKey: 'sealed' },
    });
    const copyData: NewBackup['copyData'] = (terms, limit) => driver.copyData(source.spec.tag, terms, limit);
    const wanted = (object: string): NewBackup => ({ access: source.access, copyData, object, key, header: header() });

    const elsewhere = (object: string): TakerInput => ({
      ...{ place: subject.place, tag: source.spec.tag, access: source.access, target: storeFolder, object },
      ...{ header: header(), key: key.toString('base64') },
    });

    /** Clients that write, one request after the other, as long as `work` takes. */
    const whileWriting = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      let isOver = false;
      const writing = (async () => {
        while (!isOver) await addRow(source.access).catch((error: unknown) => (holds === 'restart' ? undefined : Promise.reject(error)));
      })();
      try {
        return await work();
      } finally {
        isOver = true;
        await writing;
      }
    };

    beforeAll(async () => {
      subject = await open();
      driver = createTestDriver(subject.place);
      authority = await makeAuthority();
      storeFolder = await mkdtemp(join(tmpdir(), 'notafter-store-'));
      backups = createServiceBackups(createFileStore({ directory: storeFolder, makes: false }));
      source = await runService(driver, authority, { solution, password: PASSWORD });
      const signedIn = await engines.signIn(source.access, signal);
      version = signedIn.result === 'signed_in' ? signedIn.version : '';
      await addRow(source.access);
    });
    afterAll(async () => {
      await driver.remove(source.spec.tag, signal);
      await subject.close();
      await rm(storeFolder, { recursive: true });
    });

    /** As often as the looks of the minute. */
    const untilLookedAfter = () =>
      vi.waitFor(
        async () => {
          await driver.observe(source.spec.tag, signal);
          if ((await engines.signIn(source.access, AbortSignal.timeout(5000))).result !== 'signed_in') throw new Error('It is not up.');
        },
        { interval: 1000, timeout: 90_000 },
      );

    const restoredRows = async (backup: StoredBackup, contents: TakenBackup['contents']): Promise<number> => {
      const origin = backups.originOf(backup, { engine: version, by });
      const restored = await runService(driver, authority, { solution, password: PASSWORD, origin });
      try {
        const comparison = compareContents(contents, await backups.readContents(restored.access, signal));
        expect(comparison.differences).toEqual([]);
        await engines.setPassword(restored.access, 'the password of now', signal);
        const access = { ...restored.access, password: 'the password of now' };
        expect((await engines.signIn(restored.access, signal)).result).toBe('refused');
        return await countRows(access);
      } finally {
        await driver.remove(restored.spec.tag, signal);
        expect(await subject.leftovers(restored.spec.tag)).toEqual([]);
      }
    };

    it('becomes another service with the rows of one moment, which takes the password of then and a new one', async () => {
      const before = await countRows(source.access);
      taken = await whileWriting(() => backups.take(wanted(OBJECT), signal));
      stored = { object: OBJECT, bytes: taken.bytes, openKey: () => key };
      await untilUp(source.access);
      const after = await countRows(source.access);
      const rows = await restoredRows(stored, taken.contents);
      expect(rows).toBeGreaterThanOrEqual(before);
      expect(rows).toBeLessThanOrEqual(after);
    });

    it('interrupted nothing but what it says', async () => {
      expect(await driver.observe(source.spec.tag, signal)).toMatchObject({ state: 'running', restarts: 0, problem: null });
    });

    it('verifies every file, and leaves no plaintext in the store', async () => {
      const { files, bytes } = await backups.verify(stored, signal);
      expect(files).toBeGreaterThan(2);
      expect(bytes).toBeGreaterThan(1000);
      const object = await readFile(join(storeFolder, OBJECT));
      expect(object.length).toBe(stored.bytes);
      for (const text of ['backup_manifest', 'kept', PASSWORD]) expect(object.includes(text)).toBe(false);
      expect(await readdir(join(storeFolder, 'i/s'))).toEqual(['b1']);
    });

    it('is refused by another version of the engine, before anything is made', async () => {
      const origin = backups.originOf(stored, { engine: '0.9', by });
      await expect(runService(driver, authority, { solution, password: PASSWORD, origin })).rejects.toMatchObject({ fault: 'invalid' });
    });

    it('leaves an engine that takes sign-ins when its taker gives up', async () => {
      const giving = new AbortController();
      const giveUp = (): Promise<never> => {
        giving.abort(new Error('gave up'));
        return Promise.reject(giving.signal.reason);
      };
      const copyAndGiveUp: NewBackup['copyData'] = (terms, limit) =>
        copyData({ ...terms, around: (copy) => terms.around(() => copy().then(giveUp)) }, limit);
      const take = backups.take({ ...wanted('i/s/b2'), copyData: copyAndGiveUp }, giving.signal);
      // The driver copies nothing of it.
      if (holds === 'none') giving.abort(new Error('gave up'));
      await expect(take).rejects.toThrow('gave up');
      await untilUp(source.access);
      expect(await readdir(join(storeFolder, 'i/s'))).toEqual(['b1']);
    });

    it.runIf(kills.length > 0)(
      'leaves an engine that takes sign-ins, and a whole backup or none, whenever its taker is killed',
      async () => {
        for (const killAfterMs of kills) {
          await takeElsewhere(elsewhere('i/s/b3'), { killAfterMs });
          // A guard lets a paused engine go on. A stopped one is started by the next look after it has ended.
          if (holds === 'pause') await untilUp(source.access);
          else await untilLookedAfter();
          for (const { object, bytes } of await backups.list('i/s/b3', signal)) await backups.verify({ ...stored, object, bytes }, signal);
          await backups.remove('i/s/b3', signal);
        }
        expect(await takeElsewhere(elsewhere('i/s/b3'), { killAfterMs: null })).toBe('taken');
        await backups.remove('i/s/b3', signal);
        await untilUp(source.access);
        const found = await driver.observe(source.spec.tag, signal);
        expect(found).toMatchObject({ state: 'running', ...(holds === 'restart' ? {} : { restarts: 0 }) });
      },
    );

    // A process that the taker starts inherits its limit, which stands for the full disk.
    it.runIf(holds !== 'restart' || by === 'container')(
      'names a disk without room, leaves nothing on it, and an engine that takes sign-ins',
      async () => {
        expect(await takeElsewhere(elsewhere('i/s/b5'), { killAfterMs: null, fileLimitKib: 8 })).toBe('store_full');
        await untilUp(source.access);
        expect(await readdir(join(storeFolder, 'i/s'))).toEqual(['b1']);
        expect(await readdir(join(subject.place.directory, 'services.copies')).catch(() => [])).toEqual([]);
      },
    );

    it('lets an engine go on that was left frozen: at the next look, copy or change', async () => {
      await subject.freezeEngine(source.spec.tag);
      expect(await driver.observe(source.spec.tag, signal)).toMatchObject({ state: 'running' });
      await untilUp(source.access);
      await subject.freezeEngine(source.spec.tag);
      for await (const _piece of copyData({ hold: 'pause', around: (copy) => copy() }, signal));
      await untilUp(source.access);
      await subject.freezeEngine(source.spec.tag);
      await driver.resize({ ...source.spec, size: { ...source.spec.size, memoryMib: 640 } }, signal);
      await untilUp(source.access);
    });
  });
};
