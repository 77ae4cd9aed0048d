import type { Config } from '@notafter/config';
import { type DatabaseSnapshot, readSnapshot } from '@notafter/db';
import { storedJobs } from '@notafter/jobs';
import { type ArchiveEntry, ENTRY_MAX_BYTES, type InstallationFacts, packInstallation, storeFile } from '@notafter/provisioning';
import type { Logger } from 'pino';
import packageJson from '../../package.json' with { type: 'json' };
import { loadSecretKey } from '../secret-key.ts';
import { withDatabaseUrl } from './with-database-url.ts';

/** The names of the files in a backup; rows are in files of at most `ENTRY_MAX_BYTES`, numbered. */
export const files = { facts: 'about.json', secretKey: 'secret.key', rows: 'rows/' } as const;

export interface BackupRequest {
  readonly config: Pick<Config, 'database' | 'dataDir' | 'secretKey'>;
  readonly log: Logger;
  /** Absolute. An existing file is replaced when the new one is complete. */
  readonly file: string;
  /** Null: the file is not encrypted. */
  readonly passphrase: string | null;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/** Rows as files, cut anywhere: COPY takes its input in any pieces. */
async function* rowFiles(rows: ReturnType<DatabaseSnapshot['rows']>): AsyncGenerator<ArchiveEntry> {
  let held: Buffer[] = [];
  let length = 0;
  let of = '';
  let count = 0;
  const flush = (): ArchiveEntry => {
    count += 1;
    const entry = { path: `${files.rows}${of}/${String(count).padStart(6, '0')}`, bytes: Buffer.concat(held) };
    [held, length] = [[], 0];
    return entry;
  };
  for await (const { table, bytes } of rows) {
    if (length > 0 && (table !== of || length + bytes.length > ENTRY_MAX_BYTES)) yield flush();
    if (table !== of) [of, count] = [table, 0];
    for (let at = 0; at < bytes.length; at += ENTRY_MAX_BYTES) {
      const piece = bytes.subarray(at, at + ENTRY_MAX_BYTES);
      if (length + piece.length > ENTRY_MAX_BYTES) yield flush();
      held.push(piece);
      length += piece.length;
    }
  }
  if (length > 0) yield flush();
}

/** Writes the database and the secret key to one file, while the server runs. Resolves to the facts of the backup and its size. */
export const takeBackup = async (request: BackupRequest): Promise<{ readonly facts: InstallationFacts; readonly bytes: number }> => {
  const { config, log, file, passphrase, now, signal } = request;
  return withDatabaseUrl(config, { log, makes: false }, (url) =>
    readSnapshot(url, [storedJobs], async ({ migrations, serverVersion, tables, rows }) => {
      const secretKey = config.secretKey ?? (await loadSecretKey(config.dataDir));
      const facts: InstallationFacts = {
        ...{ format: 1, version: packageJson.version, takenAt: now.toISOString() },
        ...{ serverVersion, migrations, tables },
      };
      async function* entries(): AsyncGenerator<ArchiveEntry> {
        yield { path: files.facts, bytes: Buffer.from(JSON.stringify(facts)) };
        yield { path: files.secretKey, bytes: Buffer.from(`${secretKey}\n`) };
        yield* rowFiles(rows());
      }
      return { facts, bytes: await storeFile(file, file, packInstallation(entries(), passphrase), signal) };
    }),
  );
};
