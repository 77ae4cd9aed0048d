import { join } from 'node:path';
import { ProviderError } from '@notafter/domain';
import type { ProcessRecipe } from '../../processes/process-recipe.ts';
import { restoreFiles } from '../../processes/restore-files.ts';
import { lastWords, runProgram } from '../../processes/run-program.ts';
import { portOf } from '../engine-client.ts';
import { findProgram, needProgram } from '../find-program.ts';
import { quotedText } from './mysql-client.ts';
import { mysqlSettings } from './settings.ts';

const SERVER = 'mariadbd';
const INSTALLER = 'mariadb-install-db';

/** MariaDB of the system, TLS only. */
export const mariadbProcess: ProcessRecipe = {
  solution: 'mysql',
  stopSignal: 'SIGTERM',
  isRestartedForCertificate: false,
  problemLine: /\[ERROR\] .*/,

  async find({ account, path }) {
    const [server, installer] = [await findProgram(SERVER), await findProgram(INSTALLER)];
    if (server === null || installer === null)
      return { found: false, reason: 'MariaDB is not installed (on Debian: mariadb-server-core).' };
    const said = await runProgram({ program: server, args: ['--version'] }, { account, directory: path }, AbortSignal.timeout(10_000));
    const version = /Ver (\d+(?:\.\d+)*)/.exec(said)?.[1] ?? '';
    return { found: true, version: `MariaDB ${version}`, programs: '' };
  },

  restore: restoreFiles,

  async initialize({ home, data, credentials, signal }) {
    const place = { account: home.account, directory: data };
    await runProgram(
      {
        program: await needProgram(INSTALLER),
        args: ['--no-defaults', `--datadir=${data}`, '--skip-test-db', '--auth-root-authentication-method=normal'],
      },
      place,
      signal,
    );
    const [user, password] = [quotedText(credentials.user), quotedText(credentials.password)];
    const output = await runProgram(
      { program: await needProgram(SERVER), args: ['--no-defaults', `--datadir=${data}`, '--bootstrap', '--silent-startup'] },
      place,
      signal,
      // One statement per line. The installer leaves accounts without a password, on loopback too.
      `FLUSH PRIVILEGES;
DELETE FROM mysql.global_priv WHERE User IN ('', 'root');
FLUSH PRIVILEGES;
CREATE USER ${user}@'%' IDENTIFIED BY ${password};
GRANT ALL ON *.* TO ${user}@'%' WITH GRANT OPTION;
`,
    );
    const problem = /ERROR: .*/.exec(output)?.[0];
    if (problem !== undefined) throw new ProviderError('invalid', `MariaDB could not create its first user: ${lastWords(problem)}`);
  },

  async command(context) {
    const { folder, address, size } = context;
    const settings = {
      ...mysqlSettings(size),
      datadir: folder.data,
      'bind-address': address,
      port: String(portOf(context, 'native')),
      socket: '',
      'pid-file': join(folder.data, 'server.pid'),
      'ssl-cert': folder.tls.certificate,
      'ssl-key': folder.tls.key,
      // Statements read and write files nowhere else.
      'secure-file-priv': await folder.makeFolder('files'),
      'symbolic-links': '0',
    };
    const flags = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
    return { program: await needProgram(SERVER), args: ['--no-defaults', ...flags] };
  },
};
