// `node scripts/sizes.ts [git revision]`: the size of the project and its repetitions, now or at a revision.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { countRepeats, type Source } from './sizes/repeats.ts';

const root = resolve(import.meta.dirname, '..');
const revision = process.argv[2];
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 256_000_000 });

const paths = (revision === undefined ? git('ls-files') : git('ls-tree', '-r', '--name-only', revision)).split('\n').filter(Boolean);
const wanted = paths.filter((path) => /^(?:apps|packages|scripts|bench)\/.*\.(?:tsx?|css)$/.test(path) && !path.includes('/migrations/'));
const sources: Source[] = wanted.map((path) => ({
  path,
  text: revision === undefined ? readFileSync(join(root, path), 'utf8') : git('show', `${revision}:${path}`),
}));

const isTest = ({ path }: Source): boolean => /\.test\.tsx?$|\/testing\/|^packages\/testing\//.test(path);
const linesOf = (files: readonly Source[]): number => files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
const hitsOf = (files: readonly Source[], pattern: RegExp): number =>
  files.reduce((sum, { text }) => sum + [...text.matchAll(pattern)].length, 0);
const median = (numbers: readonly number[]): number => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

const tests = sources.filter(isTest);
const product = sources.filter((source) => !isTest(source));
const web = product.filter(({ path }) => path.startsWith('apps/web/app/'));
const webScript = web.filter(({ path }) => !path.endsWith('.css'));
const styles = web.filter(({ path }) => path.endsWith('.css'));
const outsideKit = web.filter(({ path }) => !path.startsWith('apps/web/app/ui/'));
const features = product.filter(({ path }) => path.startsWith('packages/features/src/'));

const figures: Readonly<Record<string, number>> = {
  'lines of TypeScript, web': linesOf(webScript),
  'lines of CSS, web': linesOf(styles),
  'lines of TypeScript, all but tests': linesOf(product) - linesOf(styles),
  'files of features': features.length,
  'lines of a features file, median': median(features.map((file) => linesOf([file]))),
  'lines of tests': linesOf(tests),
  'tests, as written': hitsOf(tests, /^\s*(?:it|test)(?:\.\w+)*\(/gm),
  '<table> and <form> outside ui': hitsOf(outsideKit, /<(?:table|form)\b/g),
  'literal font sizes in modules': hitsOf(
    styles.filter(({ path }) => path.endsWith('.module.css')),
    /font(?:-size)?:[^;]*\d(?:px|rem|em)\b/g,
  ),
  'pairs of files that share six or more lines': countRepeats(sources),
};
for (const [name, figure] of Object.entries(figures)) console.log(`${String(figure).padStart(8)}  ${name}`);
