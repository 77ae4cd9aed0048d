import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findMissingPaths } from './doc-paths.ts';

const root = resolve(import.meta.dirname, '../..');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64_000_000,
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)));

const isDoc = (file: string) => /^(?:README|CONTRIBUTING|SECURITY)\.md$|^docs\/.*\.md$|\/README\.md$/.test(file);
const docs = new Map(files.filter(isDoc).map((file) => [file, readFileSync(join(root, file), 'utf8')]));
const problems = findMissingPaths(docs, files);
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
