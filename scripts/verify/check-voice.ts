// `node scripts/verify/check-voice.ts [path...]`: lists every match of voice-rules.ts below these paths, or everywhere.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findVoiceHits } from './voice-rules.ts';

const root = resolve(import.meta.dirname, '..', '..');
const checked = /\.(?:tsx?|mjs|css|md|html|sh|yml)$|(?:^|\/)(?:README|notafter)$/;
/** Generated, or a quotation. */
const leftOut = /(?:^|\/)migrations\/|^packages\/client\/src\/api\.ts$|^scripts\/verify\/voice-rules\.ts$|^scripts\/lint\.test\.ts$/;

const paths = process.argv.slice(2);
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...paths], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64_000_000,
})
  .split('\n')
  .filter((path) => checked.test(path) && !leftOut.test(path));

let hits = 0;
for (const path of files) {
  for (const { line, found, instead } of findVoiceHits(readFileSync(join(root, path), 'utf8'))) {
    hits += 1;
    console.log(`${path}:${line} ${JSON.stringify(found)}: ${instead}`);
  }
}
console.log(`${hits} hits of the deny list in ${files.length} files`);
process.exitCode = hits > 0 ? 1 : 0;
