import { createGunzip, createGzip } from 'node:zlib';
import {
  type BackedUpSolution,
  type BackupHeader,
  backupHolds,
  type CloudSlug,
  type CopyTerms,
  clouds,
  type EngineAccess,
  hasBackups,
  mergeContents,
  type NewBackup,
  ProviderError,
  type ServiceBackups,
  type SolutionSlug,
  type StoredBackup,
  solutionSlugs,
  solutions,
  type TableContents,
  type VerifiedArchive,
} from '@notafter/domain';
import { z } from 'zod';
import { manifestArchive } from '../archives/manifest-archive.ts';
import { verifiedArchive } from '../archives/verified-archive.ts';
import { underReadLock } from '../engines/mysql/read-lock.ts';
import { readMysqlContents } from '../engines/mysql/table-contents.ts';
import { baseBackup } from '../engines/postgres/base-backup.ts';
import { readTableContents } from '../engines/postgres/table-contents.ts';
import { toProviderError } from '../engines/wire-connection.ts';
import type { BackupStore } from './backup-store.ts';
import { decrypt, type Envelope, encrypt } from './envelope.ts';
import { through } from './through.ts';

/** A copy of which nothing comes for so long has stopped. */
const STALLED_MS = 120_000;
/** Of the slowest reads of all tables. */
const CONTENTS_MS = 120_000;
const NOTHING = /^\b$/;

const envelope: Envelope<BackupHeader> = {
  magic: 'notafter-backup 1\n',
  header: z.object({
    backup: z.string(),
    service: z.string(),
    solution: z.enum(solutionSlugs),
    engine: z.string(),
    takenAt: z.string(),
    sealedKey: z.string(),
  }),
};

/** How an engine is copied. */
interface EngineCopy {
  readonly copy: (backup: Pick<NewBackup, 'access' | 'copyData'>, signal: AbortSignal) => AsyncIterable<Buffer>;
  /** Absent: nothing is known of its contents but its files. */
  readonly readContents?: (access: EngineAccess, signal: AbortSignal) => Promise<TableContents[]>;
}

interface DataTerms {
  readonly hold: CopyTerms['hold'];
  /** Made again at a start. */
  readonly skips: RegExp;
  readonly around?: (access: EngineAccess, copy: () => Promise<void>, signal: AbortSignal) => Promise<void>;
}

/** A copy of the data directory of an engine that stands still. */
const ofData =
  ({ hold, skips, around = (_access, copy) => copy() }: DataTerms): EngineCopy['copy'] =>
  ({ access, copyData }, signal) =>
    manifestArchive(copyData({ hold, around: (copy) => around(access, copy, signal) }, signal), skips);

const postgres: EngineCopy = {
  copy: ({ access }, signal) => watched((limit) => baseBackup(access, limit), signal),
  readContents: readTableContents,
};

/** Decision 047 says for each why it is copied like this. */
const engines: Readonly<Record<BackedUpSolution, EngineCopy>> = {
  postgres,
  timescaledb: postgres,
  mysql: {
    copy: ofData({
      hold: backupHolds.mysql,
      skips: /^(?:ibtmp1|#innodb_temp|#innodb_temp\/.*|mysql\.sock|[^/]+\.pid)$/,
      around: underReadLock,
    }),
    readContents: readMysqlContents,
  },
  influxdbv1: { copy: ofData({ hold: backupHolds.influxdbv1, skips: NOTHING }) },
  influxdbv2: { copy: ofData({ hold: backupHolds.influxdbv2, skips: NOTHING }) },
  grafana: { copy: ofData({ hold: backupHolds.grafana, skips: NOTHING }) },
  rabbitmq: { copy: ofData({ hold: backupHolds.rabbitmq, skips: /^pid$/ }) },
};

/** Aborts when no piece has come for a while. */
async function* watched(begin: (signal: AbortSignal) => AsyncIterable<Buffer>, signal: AbortSignal): AsyncGenerator<Buffer> {
  const stalled = new AbortController();
  const start = () => setTimeout(() => stalled.abort(new Error('stalled')), STALLED_MS);
  let timer = start();
  try {
    for await (const piece of begin(AbortSignal.any([signal, stalled.signal]))) {
      // The time that the store takes does not count.
      clearTimeout(timer);
      yield piece;
      timer = start();
    }
  } finally {
    clearTimeout(timer);
  }
}

const engineOf = (solution: SolutionSlug): EngineCopy => {
  if (hasBackups(solution)) return engines[solution];
  throw new ProviderError('invalid', reasonAgainst(solution, 'local') ?? '');
};

/** A copy of its files needs the disk that they are on, which a machine of a cloud does not show. */
const reasonAgainst = (solution: SolutionSlug, cloud: CloudSlug): string | null => {
  const { name } = solutions[solution];
  if (!hasBackups(solution)) return `Notafter can't back up ${name} yet.`;
  if (cloud === 'local' || engines[solution] === postgres) return null;
  return `A backup of ${name} is a copy of its files, which Notafter can't read on a machine of ${clouds[cloud].name}.`;
};

/** The archive of a stored backup, every file verified. Ends without an error only if all of it is as it was. */
export const readBackup = (stored: AsyncIterable<Uint8Array>, openKey: StoredBackup['openKey']): AsyncGenerator<Buffer, VerifiedArchive> =>
  verifiedArchive(through(decrypt(envelope, stored, openKey), createGunzip()));

/** Backups of engines in a store. */
export const createServiceBackups = (store: BackupStore): ServiceBackups => {
  async function* counted(stored: StoredBackup, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const piece of store.get(stored.object, signal)) {
      bytes += piece.length;
      yield piece;
    }
    if (bytes === stored.bytes) return;
    const message = `The backup in the store has ${bytes} bytes instead of ${stored.bytes}.`;
    throw new ProviderError('invalid', message, { code: bytes < stored.bytes ? 'truncated' : 'damaged' });
  }

  async function* read(stored: StoredBackup, signal: AbortSignal): AsyncGenerator<Buffer, VerifiedArchive> {
    try {
      return yield* readBackup(counted(stored, signal), stored.openKey);
    } catch (error) {
      signal.throwIfAborted();
      throw toProviderError(error, `The backup store ${store.place}`);
    }
  }

  const readContents = async (access: EngineAccess, signal: AbortSignal): Promise<TableContents[]> => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(CONTENTS_MS)]);
    try {
      return (await engineOf(access.solution).readContents?.(access, limit)) ?? [];
    } catch (error) {
      signal.throwIfAborted();
      throw toProviderError(error, solutions[access.solution].name);
    }
  };

  return {
    place: store.place,
    reasonAgainst,
    readContents,

    async take({ access, copyData, object, key, header }, signal) {
      const engine = engineOf(access.solution);
      const before = await readContents(access, signal);
      try {
        const archive = engine.copy({ access, copyData }, signal);
        const bytes = await store.put(object, encrypt(envelope, through(archive, createGzip({ level: 1 })), header, key), signal);
        return { bytes, contents: mergeContents(before, await readContents(access, signal)) };
      } catch (error) {
        signal.throwIfAborted();
        throw toProviderError(error, solutions[access.solution].name);
      }
    },

    async verify(stored, signal) {
      const archive = read(stored, signal);
      for (;;) {
        const { value, done } = await archive.next();
        if (done === true) return value;
      }
    },

    originOf: (stored, written) => ({ ...written, open: (signal) => read(stored, signal) }),
    list: (prefix, signal) => store.list(prefix, signal),
    remove: (object, signal) => store.remove(object, signal),
  };
};
