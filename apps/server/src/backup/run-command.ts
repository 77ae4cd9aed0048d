import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '@notafter/config';
import type { InstallationFacts } from '@notafter/provisioning';
import { createLogger } from '../logger.ts';

const PASSPHRASE_MIN_LENGTH = 12;

const help = `Usage: notafter backup FILE [--passphrase-file FILE]
       notafter restore FILE [--passphrase-file FILE] [--replace] [--check]

backup writes the database and the secret key to FILE while the server runs. restore reads such a file into an empty
installation; stop the server first. Both read the server's settings: DATA_DIR, DATABASE_URL and SECRET_KEY, also from .env.

Options:
  --passphrase-file FILE  encrypt with, or decrypt with, the first line of this file
  --replace               delete the data that the installation has
  --check                 verify FILE and stop
  -h, --help              show this help

Environment:
  BACKUP_PASSPHRASE       the passphrase, instead of a file

Not in a backup: files of data services and their backups, mail in DATA_DIR/outbox, and settings.

Exit codes:
  0 done   1 failed, nothing was changed   3 usage error
`;

/** A wrong command line. */
export class CommandLineError extends Error {
  override readonly name = 'CommandLineError';
}

interface Command {
  readonly name: 'backup' | 'restore';
  readonly file: string;
  readonly passphraseFile: string | null;
  readonly replaces: boolean;
  readonly checks: boolean;
}

const options = {
  'passphrase-file': { type: 'string' },
  replace: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new CommandLineError(error instanceof Error ? error.message : String(error), { cause: error });
  }
};

/** Null for help. */
const readCommand = (args: readonly string[]): Command | null => {
  const { values, positionals } = parse(args);
  if (values.help) return null;
  const [name, file, ...more] = positionals;
  if (name !== 'backup' && name !== 'restore') throw new CommandLineError('Say backup or restore.');
  if (file === undefined || more.length > 0) throw new CommandLineError(`${name} needs one FILE.`);
  if (name === 'backup' && (values.replace || values.check)) throw new CommandLineError('--replace and --check belong to restore.');
  return {
    ...{ name, file: resolve(file), replaces: values.replace, checks: values.check },
    passphraseFile: values['passphrase-file'] ?? null,
  };
};

const readPassphrase = async ({ name, passphraseFile }: Command, given: string | undefined): Promise<string | null> => {
  const text = passphraseFile === null ? (given ?? '') : ((await readFile(passphraseFile, 'utf8')).split(/\r?\n/)[0] ?? '');
  if (text === '' && passphraseFile !== null) throw new CommandLineError(`${passphraseFile} is empty. Its first line is the passphrase.`);
  if (text === '') return null;
  if (name === 'backup' && text.length < PASSPHRASE_MIN_LENGTH) {
    throw new CommandLineError(`The passphrase must have at least ${PASSPHRASE_MIN_LENGTH} characters.`);
  }
  return text;
};

const described = ({ version, takenAt, serverVersion, tables }: InstallationFacts, bytes: number): string =>
  `${(bytes / 1_000_000).toFixed(1)} MB, taken ${takenAt}, Notafter ${version}, PostgreSQL ${serverVersion}, ${tables.length} tables`;

interface CommandContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly directory: string;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/** Runs `backup` or `restore`; returns what to print. Loads the rest of the server only for a valid command. */
export const runCommand = async (args: readonly string[], { environment, directory, now, signal }: CommandContext): Promise<string> => {
  const command = readCommand(args);
  if (command === null) return help;
  const passphrase = await readPassphrase(command, environment.BACKUP_PASSPHRASE);
  const config = readConfig(environment, directory);
  const log = createLogger('warn');
  const { name, file, replaces, checks } = command;
  if (name === 'backup') {
    if (existsSync(file) && !(await stat(file)).isFile()) throw new CommandLineError(`${file} is not a file.`);
    const { takeBackup } = await import('./take-backup.ts');
    const { facts, bytes } = await takeBackup({ config, log, file, passphrase, now, signal });
    const key = config.secretKey === null ? 'DATA_DIR/secret.key' : 'SECRET_KEY';
    const secrecy =
      passphrase === null
        ? `It contains the secret key (from ${key}) and is not encrypted: keep it as safe as the server.`
        : `It contains the secret key (from ${key}) and is encrypted. Without the passphrase, no one can restore it.`;
    return `Backed up to ${file}: ${described(facts, bytes)}.\n${secrecy}\n`;
  }
  const { restoreBackup, verifyBackup } = await import('./restore-backup.ts');
  if (checks) {
    const { facts, bytes } = await verifyBackup({ file, passphrase });
    return `${file} is complete: ${described(facts, bytes)}.\n`;
  }
  const { facts, bytes } = await restoreBackup({ config, log, file, passphrase, replaces });
  const target = config.database.url === null ? config.dataDir : `the database of DATABASE_URL, and the key in ${config.dataDir}`;
  return `Restored ${file} into ${target}: ${described(facts, bytes)}.\nStart the server.\n`;
};
