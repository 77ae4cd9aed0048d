// `pnpm cli:executable` writes the command line as one executable for this system, apps/cli/dist/notafter, or another file: its argument.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const app = resolve(import.meta.dirname, '../apps/cli');
const output = resolve(process.argv[2] ?? join(app, 'dist/notafter'));
const flags = readFileSync(join(app, 'node-flags'), 'utf8').trim().split(' ');
const folder = mkdtempSync(join(tmpdir(), 'notafter-executable-'));

const node = (args: readonly string[]): Buffer => execFileSync(process.execPath, args, { cwd: app, stdio: 'inherit' });

try {
  node([join(app, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', '--outDir', folder]);
  mkdirSync(dirname(output), { recursive: true });
  const config = {
    main: join(folder, 'notafter.cjs'),
    output,
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
    execArgv: flags,
    // NODE_OPTIONS are for the scripts of a machine.
    execArgvExtension: 'none',
  };
  writeFileSync(join(folder, 'sea.json'), JSON.stringify(config));
  // V8 rejects compiled code from a process with other flags.
  node([...flags, `--build-sea=${join(folder, 'sea.json')}`]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
