// `pnpm client:build` writes the folder of @notafter/client that is published, packages/client/dist, or another one: its argument.
import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'packages/client');
const out = resolve(process.argv[2] ?? join(folder, 'dist'));

rmSync(out, { recursive: true, force: true });
const compiler = join(root, 'node_modules/typescript7/bin/tsc');
execFileSync(process.execPath, [compiler, '-p', folder, '--outDir', out], { stdio: 'inherit' });

// The compiler rewrites imports in the code only. Not every bundler of declarations finds api.d.ts by api.ts.
for (const name of globSync('*.d.ts', { cwd: out })) {
  const file = join(out, name);
  writeFileSync(file, readFileSync(file, 'utf8').replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
}

// Inside of the workspace the package is its sources.
const { exports: _, ...published } = z.looseObject({}).parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
const entry = { types: './index.d.ts', default: './index.js' };
const manifest = {
  ...published,
  sideEffects: false,
  files: ['*.js', '*.d.ts'],
  exports: { '.': entry, './package.json': './package.json' },
};
writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
copyFileSync(join(folder, 'README.md'), join(out, 'README.md'));
copyFileSync(join(root, 'LICENSE'), join(out, 'LICENSE'));
