import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@notafter/config';
import { isRestored, restoreDatabase } from '@notafter/db';
import { createJobQueue, storedJobs } from '@notafter/jobs';
import { type ArchiveEntry, type InstallationFacts, openInstallation, readFacts } from '@notafter/provisioning';
import { allJobs } from '@notafter/worker';
import type { Logger } from 'pino';
import { StartError } from '../start-error.ts';
import { settleRestoredKey, writeRestoredKey } from './restored-key.ts';
import { files } from './take-backup.ts';
import { withDatabaseUrl } from './with-database-url.ts';

export interface BackupFile {
  readonly file: string;
  readonly passphrase: string | null;
}

export interface RestoreRequest extends BackupFile {
  readonly config: Pick<Config, 'database' | 'dataDir' | 'secretKey'>;
  readonly log: Logger;
  /** Whether present data is replaced. */
  readonly replaces: boolean;
}

export interface VerifiedBackup {
  readonly facts: InstallationFacts;
  /** A secret. */
  readonly secretKey: string;
  readonly bytes: number;
}

async function* entriesOf({ file, passphrase }: BackupFile): AsyncGenerator<ArchiveEntry> {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for await (const piece of createReadStream(file, { highWaterMark: 256 * 1024 })) if (Buffer.isBuffer(piece)) yield piece;
  }
  yield* openInstallation(bytes(), passphrase);
}

/** Reads the whole file and compares every part of it with the manifest. Changes nothing. */
export const verifyBackup = async (backup: BackupFile): Promise<VerifiedBackup> => {
  const { size } = await stat(backup.file);
  let facts: InstallationFacts | null = null;
  let secretKey = '';
  for await (const { path, bytes } of entriesOf(backup)) {
    if (facts === null) facts = readFacts(path === files.facts ? bytes : Buffer.alloc(0));
    if (path === files.secretKey) secretKey = bytes.toString().trim();
  }
  if (facts === null || secretKey.length < 32) throw new StartError(`${backup.file} has no backup of an installation.`);
  return { facts, secretKey, bytes: size };
};

async function* rowsOf(backup: BackupFile): AsyncGenerator<{ readonly table: string; readonly bytes: Buffer }> {
  for await (const { path, bytes } of entriesOf(backup)) {
    if (path.startsWith(files.rows)) yield { table: path.slice(files.rows.length).split('/')[0] ?? '', bytes };
  }
}

/** Installs the job tables, so that the restore can fill them. */
const installQueues = async (url: string, log: Logger): Promise<void> => {
  const jobs = createJobQueue({ databaseUrl: url, log, jobs: allJobs.map(({ definition }) => definition), runsJobs: false });
  await jobs.start();
  await jobs.stop();
};

const requireSameKey = async ({ config, replaces }: RestoreRequest, secretKey: string): Promise<void> => {
  if (config.secretKey !== null && config.secretKey !== secretKey) {
    throw new StartError(
      'The backup has another secret key than SECRET_KEY. Unset SECRET_KEY, so that the restore stores the key in DATA_DIR, or set the key of the backup.',
    );
  }
  const present = (await readFile(join(config.dataDir, 'secret.key'), 'utf8').catch(() => '')).trim();
  if (config.secretKey !== null || replaces || present === '' || present === secretKey) return;
  throw new StartError(
    `${config.dataDir} already has a secret key, which the restore would replace. Use --replace, or an empty DATA_DIR. Backups of data services need their key.`,
  );
};

/**
 * Restores an installation, all of it or nothing: the whole file is verified first, the database changes in one transaction, and the key
 * takes its place after the commit.
 */
export const restoreBackup = async (request: RestoreRequest): Promise<VerifiedBackup> => {
  const { config, log, replaces } = request;
  const verified = await verifyBackup(request);
  await requireSameKey(request, verified.secretKey);
  await mkdir(config.dataDir, { recursive: true });
  await withDatabaseUrl(config, { log, makes: true }, async (url) => {
    const id = `restore ${randomUUID()}`;
    const settleKey = () => settleRestoredKey(config.dataDir, (restored) => isRestored(url, restored));
    await settleKey();
    if (config.secretKey === null) await writeRestoredKey(config.dataDir, id, verified.secretKey);
    try {
      await restoreDatabase(url, {
        ...{ migrations: verified.facts.migrations, tables: verified.facts.tables, replaces, id },
        foreign: [storedJobs],
        prepare: () => installQueues(url, log),
        rows: () => rowsOf(request),
      });
    } catch (error) {
      // Without the database, the next start settles it.
      await settleKey().catch(() => undefined);
      throw error;
    }
    await settleKey();
  });
  return verified;
};
