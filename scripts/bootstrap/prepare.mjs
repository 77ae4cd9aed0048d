import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './places.mjs';
import { runQuietly, runToEnd } from './run.mjs';
import { step } from './say.mjs';

function packageFiles() {
  const members = ['apps', 'packages'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(root, group, name, 'package.json')),
  );
  return [join(root, 'package.json'), ...members.sort().filter((file) => existsSync(file))];
}

function fingerprint(tools) {
  const hash = createHash('sha256');
  for (const file of [join(root, 'pnpm-lock.yaml'), join(root, 'pnpm-workspace.yaml'), ...packageFiles()]) {
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.update(`${process.platform}-${process.arch} node@${tools.nodeVersion}`).digest('hex');
}

/** Runs `pnpm install --frozen-lockfile`, unless nothing it depends on has changed: a second run needs no network. */
export async function installPackages(tools) {
  const stampFile = join(root, 'node_modules', '.notafter-install');
  const wanted = fingerprint(tools);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
  // The lockfile is as trusted as this script, and contains every package's hash. pnpm's request for the age of each package takes
  // half of the first install; a changed lockfile is still checked by `pnpm install`.
  const options = ['--frozen-lockfile', '--trust-lockfile', '--prefer-offline', '--config.confirm-modules-purge=false'];
  const command = ['pnpm', 'install', ...options];
  await step('Installing packages (first run, or they changed)', () =>
    runQuietly(command, { env: tools.env, failure: 'The packages could not be installed.' }),
  );
  writeFileSync(stampFile, wanted);
}

/** Builds the screens; turbo uses its cache if nothing changed. */
export async function buildWeb(tools, args = []) {
  const turbo = ['node_modules/turbo/bin/turbo', 'run', 'build', '--ui=stream', '--output-logs=errors-only', ...args];
  if (args.length > 0) return runToEnd(tools, 'node', turbo);
  await step('Building the screens', () =>
    runQuietly([tools.node, ...turbo], {
      env: tools.env,
      failure: 'The build failed.',
      fix: () => 'The lines above name the file. If you changed nothing, remove .turbo and apps/web/build and run the command again.',
    }),
  );
}
