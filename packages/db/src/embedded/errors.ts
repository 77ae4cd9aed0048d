export type EmbeddedPostgresProblem =
  | 'data_moved'
  | 'disk_full'
  | 'no_passwd_entry'
  | 'no_unprivileged_user'
  | 'other_major_version'
  | 'permission_denied'
  | 'port_in_use'
  | 'start_failed'
  | 'stop_timeout'
  | 'unsupported_platform';

/** A start that cannot succeed until somebody acts. The message addresses that person and ends with the fix. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
  readonly code: EmbeddedPostgresProblem;

  constructor(code: EmbeddedPostgresProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

const OWN_SERVER = 'or set DATABASE_URL to your own PostgreSQL 15 or newer.';

export const problems = {
  dataMoved: (from: string, to: string) =>
    new EmbeddedPostgresError(
      'data_moved',
      `DATA_DIR was moved: its PostgreSQL files are still in ${from}. Run "mv ${from} ${to}" and start again.`,
    ),
  diskFull: (where: string, cause?: unknown) =>
    new EmbeddedPostgresError('disk_full', `No space left on the disk of ${where}. Free at least 200 MB and start again.`, {
      cause,
    }),
  noPasswdEntry: (uid: number) =>
    new EmbeddedPostgresError(
      'no_passwd_entry',
      `User id ${uid} has no entry in /etc/passwd, which PostgreSQL needs to create its files. ` +
        `Add one ("notafter:x:${uid}:0::/:/bin/false"), ${OWN_SERVER}`,
    ),
  noUnprivilegedUser: () =>
    new EmbeddedPostgresError(
      'no_unprivileged_user',
      'PostgreSQL refuses to run as root, and this machine has neither a user "postgres" nor "nobody". ' +
        `Start Notafter as an ordinary user, create one ("useradd --system postgres"), ${OWN_SERVER}`,
    ),
  otherMajorVersion: (home: string, found: readonly number[], available: readonly number[]) =>
    new EmbeddedPostgresError(
      'other_major_version',
      `${home} contains data of PostgreSQL ${found.join(', ')}, but only PostgreSQL ${available.join(', ')} is available. ` +
        `Install PostgreSQL ${found.at(-1) ?? ''} (in /usr/lib/postgresql), ` +
        `migrate the data with pg_dump and pg_restore, ${OWN_SERVER}`,
    ),
  permissionDenied: (where: string, who: string, cause?: unknown) =>
    new EmbeddedPostgresError(
      'permission_denied',
      `${who} cannot access ${where}. Change its owner ("chown -R"), choose another DATA_DIR, ${OWN_SERVER}`,
      { cause },
    ),
  portInUse: (port: number) =>
    new EmbeddedPostgresError(
      'port_in_use',
      `Port ${port} on 127.0.0.1 is in use by another program. Stop that program, choose another port, ${OWN_SERVER}`,
    ),
  startFailed: (what: string, logFile: string, detail: string) =>
    new EmbeddedPostgresError('start_failed', `${what}. See ${logFile}; it ends with:\n${detail.trim() || '(nothing)'}`),
  stopTimeout: (pid: number, home: string) =>
    new EmbeddedPostgresError(
      'stop_timeout',
      `PostgreSQL (process ${pid}) of ${home} does not stop. Run "kill -QUIT ${pid}" and start again.`,
    ),
  unsupportedPlatform: (reasons: readonly string[]) =>
    new EmbeddedPostgresError(
      'unsupported_platform',
      `PostgreSQL cannot run on this machine (${reasons.join('; ')}). ` +
        `Run the package manager's install again with optional dependencies, install PostgreSQL 15 or newer, ${OWN_SERVER}`,
    ),
};

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Explains a file system error; any other error is returned unchanged. */
export function explainFileError(error: unknown, where: string, who: string): unknown {
  switch (errorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return problems.diskFull(where, error);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return problems.permissionDenied(where, who, error);
    default:
      return error;
  }
}

/** Explains the output of a failed initdb or postgres. */
export function explainServerLog(
  text: string,
  context: { what: string; home: string; logFile: string; who: string; uid: number; port?: number },
): EmbeddedPostgresError {
  if (/No space left on device|Disk quota exceeded/i.test(text)) return problems.diskFull(context.home);
  if (/could not look up effective user ID/i.test(text)) return problems.noPasswdEntry(context.uid);
  if (/Address already in use/i.test(text)) return problems.portInUse(context.port ?? 0);
  if (/Permission denied|Operation not permitted|Read-only file system|has wrong ownership/i.test(text)) {
    return problems.permissionDenied(context.home, context.who);
  }
  return problems.startFailed(context.what, context.logFile, text.slice(-2000));
}
