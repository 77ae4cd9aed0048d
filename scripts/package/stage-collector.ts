import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { stageProgram } from './pack-npm.ts';
import { billOfMaterials, productVersion } from './stage-product.ts';

const root = resolve(import.meta.dirname, '../..');
const SQLITE = 'node_modules/better-sqlite3';
const sqliteFiles = ['package.json', 'LICENSE', 'lib', `prebuilds/${process.platform}-${process.arch}.node`] as const;

/** Runs the program with the Node beside it, through any link. */
const launcher = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
exec "$here/node" "$here/../dist/notafter-collector.cjs" "$@"
`;

/**
 * Writes what the container image and the archive of the collector have to an empty folder: the program as npm has it, SQLite for this
 * platform, the project's Node, and a bill of materials as `sbom.cdx.json`.
 */
export const stageCollector = async (target: string): Promise<void> => {
  await mkdir(join(target, 'bin'), { recursive: true });
  await stageProgram('apps/collector', target);
  for (const file of sqliteFiles) await cp(join(root, 'apps/collector', SQLITE, file), join(target, SQLITE, file), { recursive: true });
  await copyFile(process.execPath, join(target, 'bin/node'));
  await writeFile(join(target, 'bin/notafter-collector'), launcher, { mode: 0o755 });
  await writeFile(join(target, 'sbom.cdx.json'), await billOfMaterials('@notafter/collector', root));
};

/** Packs a staged collector for machines without npm and without a registry; returns the path. */
export const packCollector = async (staged: string, out: string): Promise<string> => {
  const name = `notafter-collector-${productVersion()}-linux-${process.arch === 'x64' ? 'amd64' : process.arch}`;
  const path = join(out, `${name}.tar.gz`);
  const asRoot = ['--owner=0', '--group=0', '--numeric-owner', '--sort=name'];
  await promisify(execFile)('tar', ['-czf', path, ...asRoot, '-C', staged, '--transform', 's|^\\.|notafter-collector|', '.']);
  return path;
};
