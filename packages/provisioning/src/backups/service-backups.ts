import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import {
  type EngineAccess,
  mergeContents,
  ProviderError,
  type ServiceBackups,
  type SolutionSlug,
  type StoredBackup,
  solutions,
  type TableContents,
  type VerifiedArchive,
} from '@notafter/domain';
import { verifiedArchive } from '../archives/verified-archive.ts';
import { baseBackup } from '../engines/postgres/base-backup.ts';
import { readTableContents } from '../engines/postgres/table-contents.ts';
import { toProviderError } from '../engines/wire-connection.ts';
import type { BackupStore } from './backup-store.ts';
import { decrypt, encrypt } from './envelope.ts';

/** A copy of which nothing comes for so long has stopped. */
const STALLED_MS = 120_000;
/** Of the slowest reads of all tables. */
const CONTENTS_MS = 120_000;

/** How to copy an engine that runs. */
interface EngineCopy {
  readonly copy: (access: EngineAccess, signal: AbortSignal) => AsyncIterable<Buffer>;
  readonly readContents: (access: EngineAccess, signal: AbortSignal) => Promise<TableContents[]>;
}

const postgres: EngineCopy = { copy: baseBackup, readContents: readTableContents };
const engines: Readonly<Partial<Record<SolutionSlug, EngineCopy>>> = { postgres, timescaledb: postgres };

/** Passes a stream through zlib. Ends both ends with the one that fails. */
async function* through(source: AsyncIterable<Uint8Array>, transform: ReturnType<typeof createGzip | typeof createGunzip>) {
  const done = pipeline(source, transform);
  // The reader below has the same error.
  done.catch(() => undefined);
  for await (const piece of transform) if (Buffer.isBuffer(piece)) yield piece;
  await done;
}

/** Aborts when no piece has come for a while. */
async function* watched(begin: (signal: AbortSignal) => AsyncIterable<Buffer>, signal: AbortSignal): AsyncGenerator<Buffer> {
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(new Error('stalled')), STALLED_MS);
  try {
    for await (const piece of begin(AbortSignal.any([signal, stalled.signal]))) {
      timer.refresh();
      yield piece;
    }
  } finally {
    clearTimeout(timer);
  }
}

const engineOf = (solution: SolutionSlug): EngineCopy => {
  const engine = engines[solution];
  if (engine === undefined) throw new ProviderError('invalid', reasonAgainst(solution) ?? '');
  return engine;
};

const reasonAgainst = (solution: SolutionSlug): string | null =>
  engines[solution] === undefined ? `Notafter can't back up ${solutions[solution].name} yet.` : null;

/** The archive of a stored backup, every file verified. Ends without an error only if all of it is as it was. */
export const readBackup = (stored: AsyncIterable<Uint8Array>, openKey: StoredBackup['openKey']): AsyncGenerator<Buffer, VerifiedArchive> =>
  verifiedArchive(through(decrypt(stored, openKey), createGunzip()));

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
      return await engineOf(access.solution).readContents(access, limit);
    } catch (error) {
      signal.throwIfAborted();
      throw toProviderError(error, solutions[access.solution].name);
    }
  };

  return {
    place: store.place,
    reasonAgainst,
    readContents,

    async take({ access, object, key, header }, signal) {
      const engine = engineOf(access.solution);
      const before = await readContents(access, signal);
      try {
        const archive = watched((limit) => engine.copy(access, limit), signal);
        const bytes = await store.put(object, encrypt(through(archive, createGzip({ level: 1 })), header, key), signal);
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
