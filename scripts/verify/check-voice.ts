// `node scripts/verify/check-voice.ts [path...]`: lists every match of voice-rules.ts below these paths, or everywhere.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type VoiceRule, voiceRules } from './voice-rules.ts';

const root = resolve(import.meta.dirname, '..', '..');
const checked = /\.(?:tsx?|mjs|css|md|html|sh|yml)$|(?:^|\/)(?:README|notafter)$/;
/** Generated, or a quotation. */
const leftOut = /(?:^|\/)migrations\/|^scripts\/verify\/voice-rules\.ts$|^scripts\/lint\.test\.ts$/;
const CONTEXT = 60;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...process.argv.slice(2)], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64_000_000,
})
  .split('\n')
  .filter((path) => checked.test(path) && !leftOut.test(path));

const isAllowed = ({ allowed = [] }: VoiceRule, around: string): boolean => allowed.some(([use]) => use.test(around));

let hits = 0;
for (const path of files) {
  const text = readFileSync(join(root, path), 'utf8');
  for (const rule of voiceRules) {
    for (const match of text.matchAll(new RegExp(rule.pattern.source, `${rule.pattern.flags}g`))) {
      const around = text.slice(Math.max(0, match.index - CONTEXT), match.index + match[0].length + CONTEXT);
      if (isAllowed(rule, around)) continue;
      hits += 1;
      const line = text.slice(0, match.index).split('\n').length + (match[0].startsWith('\n') ? 1 : 0);
      console.log(`${path}:${line} ${JSON.stringify(match[0].trim())}: ${rule.instead}`);
    }
  }
}
console.log(`${hits} hits of the deny list in ${files.length} files`);
process.exitCode = hits > 0 ? 1 : 0;
