import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

/** Folders of published packages. */
export const npmPackages = ['apps/cli', 'apps/collector', 'packages/client'] as const;
export type NpmPackage = (typeof npmPackages)[number];

/** Native: not inside of the one file that a program is. */
const NATIVE = 'better-sqlite3';

const manifest = z.looseObject({ version: z.string(), dependencies: z.record(z.string(), z.string()).optional() });
type Manifest = z.infer<typeof manifest>;

const readManifest = async (folder: string): Promise<Manifest> =>
  manifest.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));

const writeManifest = (folder: string, contents: Manifest): Promise<void> =>
  writeFile(join(folder, 'package.json'), `${JSON.stringify(contents, null, 2)}\n`);

/** Writes the folder of a published program: one file, its manifest, README and license. */
export const stageProgram = async (folder: 'apps/cli' | 'apps/collector', target: string): Promise<void> => {
  const app = join(root, folder);
  const vite = join(app, 'node_modules/vite/bin/vite.js');
  await run(process.execPath, [vite, 'build', '--emptyOutDir', '--outDir', join(target, 'dist')], { cwd: app });
  const { dependencies = {}, devDependencies: _, scripts: __, ...published } = await readManifest(app);
  const native = NATIVE in dependencies ? (await readManifest(join(app, 'node_modules', NATIVE))).version : null;
  await writeManifest(target, { ...published, ...(native === null ? {} : { dependencies: { [NATIVE]: native } }) });
  await copyFile(join(app, 'README.md'), join(target, 'README.md'));
  await copyFile(join(root, 'LICENSE'), join(target, 'LICENSE'));
};

const stage = async (folder: NpmPackage, target: string): Promise<void> => {
  if (folder === 'packages/client') await run(process.execPath, [join(root, 'scripts/build-client.ts'), target]);
  else await stageProgram(folder, target);
};

/**
 * Packs a published package as a file in `out`. Returns its path. npm signs a statement of where a package is from only if its
 * manifest names the repository, such as `https://github.com/OWNER/REPOSITORY`.
 */
export const packNpm = async (folder: NpmPackage, out: string, repository?: string): Promise<string> => {
  await mkdir(out, { recursive: true });
  const target = await mkdtemp(join(out, 'npm-'));
  try {
    await stage(folder, target);
    if (repository !== undefined) {
      const place = { type: 'git', url: `git+${repository}.git`, directory: folder };
      await writeManifest(target, { ...(await readManifest(target)), repository: place });
    }
    const { stdout } = await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', out], { cwd: target });
    return join(out, stdout.trim());
  } finally {
    await rm(target, { recursive: true });
  }
};
