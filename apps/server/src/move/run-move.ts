import { parseArgs } from 'node:util';
import { readConfig } from '@notafter/config';
import { type MoveReport, moveOrganization } from '@notafter/db';
import { movingJobs } from '@notafter/jobs';
import { CommandLineError } from '../backup/run-command.ts';
import { withDatabaseUrl } from '../backup/with-database-url.ts';
import { createLogger } from '../logger.ts';

/** Longer than a probe and than the sending of a message. */
const GRACE_MS = 60_000;

const help = `Usage: notafter move-organization ID

Moves an organization with all its data from this installation to another one, while both run. ID is its ID in Administration. Reads the
settings of this installation (DATA_DIR, DATABASE_URL) like the server, also from .env. Both installations need the same version and the
same SECRET_KEY, and the PostgreSQL of the other one needs max_prepared_transactions of at least 2.

For about a minute, and as long as the copy takes, requests of the organization wait or fail, and nothing of it is checked or sent. If the
command is interrupted, the organization is whole in one of the two: run it again.

Options:
  -h, --help           show this help

Environment:
  TARGET_DATABASE_URL  the PostgreSQL of the other installation

Exit codes:
  0 moved   1 failed, the organization is where it was   3 usage error
`;

const readId = (args: readonly string[]): string | null => {
  let parsed: { values: { help?: boolean | undefined }; positionals: string[] };
  try {
    parsed = parseArgs({ args: [...args], options: { help: { type: 'boolean', short: 'h' } }, allowPositionals: true });
  } catch (error) {
    throw new CommandLineError(error instanceof Error ? error.message : String(error), { cause: error });
  }
  if (parsed.values.help === true) return null;
  const [id, ...more] = parsed.positionals;
  if (id === undefined || more.length > 0) throw new CommandLineError('Give the ID of one organization.');
  return id.toLowerCase();
};

const described = ({ rows, x509, jobs, lockedMs }: MoveReport): string => {
  if (rows === null) return 'An earlier run had moved the organization; its end is done now.\n';
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return `Moved ${rows.certificates ?? 0} endpoints, ${total} rows in all, ${x509} certificates that the target lacked, and ${jobs} waiting jobs in ${(lockedMs / 1000).toFixed(1)} s.\n`;
};

interface MoveContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly directory: string;
  readonly now: Date;
  readonly graceMs?: number;
}

/** Runs `move-organization` with the arguments after its name; returns what to print. */
export const runMove = async (
  args: readonly string[],
  { environment, directory, now, graceMs = GRACE_MS }: MoveContext,
): Promise<string> => {
  const organizationId = readId(args);
  if (organizationId === null) return help;
  const to = environment.TARGET_DATABASE_URL ?? '';
  if (to === '') throw new CommandLineError('TARGET_DATABASE_URL is not set.');
  const config = readConfig(environment, directory);
  return withDatabaseUrl(config, { log: createLogger('warn'), makes: false }, async (from) =>
    described(await moveOrganization({ from, to, organizationId, jobs: movingJobs, graceMs, now })),
  );
};
