import { chmod, copyFile, cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { stageProgram } from './pack-npm.ts';
import { billOfMaterials } from './stage-product.ts';

const root = resolve(import.meta.dirname, '../..');
const SQLITE = 'node_modules/better-sqlite3';
const sqliteFiles = ['package.json', 'LICENSE', 'lib', `prebuilds/${process.platform}-${process.arch}.node`] as const;

/**
 * Writes what the container image of the collector has to an empty folder: the program as npm has it, SQLite for this platform, the
 * project's Node, and a bill of materials as `sbom.cdx.json`.
 */
export const stageCollector = async (target: string): Promise<void> => {
  await mkdir(join(target, 'bin'), { recursive: true });
  await stageProgram('apps/collector', target);
  for (const file of sqliteFiles) await cp(join(root, 'apps/collector', SQLITE, file), join(target, SQLITE, file), { recursive: true });
  await copyFile(process.execPath, join(target, 'bin/node'));
  await symlink('../dist/notafter-collector.cjs', join(target, 'bin/notafter-collector'));
  await chmod(join(target, 'dist/notafter-collector.cjs'), 0o755);
  await writeFile(join(target, 'sbom.cdx.json'), await billOfMaterials('@notafter/collector', root));
};
