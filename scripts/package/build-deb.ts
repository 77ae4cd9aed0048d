import { execFile } from 'node:child_process';
import { chmod, copyFile, cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { productVersion } from './stage-product.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const debian = join(root, 'ops/debian');
const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

const control = (version: string, kibibytes: number): string => `Package: notafter
Version: ${version}
Architecture: ${architectures[process.arch] ?? process.arch}
Maintainer: The Notafter authors <security@notafter.example>
Installed-Size: ${kibibytes}
Depends: libc6 (>= 2.28), libstdc++6, libgcc-s1, libatomic1, passwd, util-linux, ca-certificates
Section: net
Priority: optional
Description: monitor of TLS certificates
 Checks endpoints, alerts before certificates expire, and serves screens, a
 REST API and the command line tool. Brings its own Node and PostgreSQL.
`;

/** Files of the package beside the product: source in the repository, target, mode. */
const files: readonly (readonly [source: string, target: string, mode: number])[] = [
  ['ops/debian/notafter.service', 'usr/lib/systemd/system/notafter.service', 0o644],
  ['ops/debian/notafter.env', 'etc/notafter/notafter.env', 0o640],
  ['ops/debian/notafter', 'usr/bin/notafter', 0o755],
  ['docs/installation.md', 'usr/share/doc/notafter/installation.md', 0o644],
  ['.env.example', 'usr/share/doc/notafter/settings.env', 0o644],
  ['LICENSE', 'usr/share/doc/notafter/copyright', 0o644],
];

/** Builds the package of a staged product, with dpkg-deb alone. Returns its path in `out`. */
export const buildDeb = async (product: string, out: string, version = productVersion()): Promise<string> => {
  const tree = join(out, 'deb');
  await rm(tree, { recursive: true, force: true });
  await mkdir(join(tree, 'DEBIAN'), { recursive: true });
  // Links instead of copies: the product has a third of a gigabyte.
  await mkdir(join(tree, 'usr/lib'), { recursive: true });
  await run('cp', ['--archive', '--link', product, join(tree, 'usr/lib/notafter')]);
  for (const [source, target, mode] of files) {
    await mkdir(dirname(join(tree, target)), { recursive: true });
    await copyFile(join(root, source), join(tree, target));
    await chmod(join(tree, target), mode);
  }
  const { stdout } = await run('du', ['--summarize', '--block-size=1024', join(tree, 'usr')]);
  await writeFile(join(tree, 'DEBIAN/control'), control(version, Number.parseInt(stdout, 10)));
  await writeFile(join(tree, 'DEBIAN/conffiles'), '/etc/notafter/notafter.env\n');
  for (const script of ['postinst', 'prerm', 'postrm']) {
    await cp(join(debian, script), join(tree, 'DEBIAN', script));
    await chmod(join(tree, 'DEBIAN', script), 0o755);
  }
  await run('dpkg-deb', ['--root-owner-group', '-Zzstd', '-z6', '--build', tree, out]);
  await rm(tree, { recursive: true });
  const built = (await readdir(out)).find((name) => name.endsWith('.deb') && name.includes(`_${version}_`));
  return join(out, built ?? '');
};
