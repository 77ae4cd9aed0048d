import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import stylelint from 'stylelint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findVoiceHits, voiceRules } from './verify/voice-rules.ts';

const root = resolve(import.meta.dirname, '..');

const header = `import { type Kind, later } from './other.ts';\n`;
const other = `export type Kind = 'a' | 'b';\nexport async function later(): Promise<boolean> {\n  return await Promise.resolve(true);\n}\n`;

/** Rule, file, code. The promise and switch rules depend on types from another file, as in the product. */
const planted: readonly (readonly [rule: string, file: string, code: string])[] = [
  ['noFloatingPromises', 'packages/net/src/a.ts', `${header}export function f(_: Kind): void {\n  later();\n}\n`],
  [
    'noMisusedPromises',
    'packages/net/src/b.ts',
    `${header}export function f(_: Kind): number {\n  if (later()) return 1;\n  return 2;\n}\n`,
  ],
  [
    'useExhaustiveSwitchCases',
    'packages/net/src/c.ts',
    `${header}export function f(kind: Kind): number {\n  switch (kind) {\n    case 'a':\n      return 1;\n  }\n  return Number(later);\n}\n`,
  ],
  ['noExplicitAny', 'packages/net/src/d.ts', 'export const a: any = 1;\n'],
  ['noNonNullAssertion', 'packages/net/src/e.ts', 'export const f = (list: string[]): string => list[0]!;\n'],
  ['noUnsafeTypeAssertion', 'packages/net/src/f.ts', 'export const f = (text: string): number => JSON.parse(text) as number;\n'],
  ['noConsole', 'packages/net/src/g.ts', "console.log('x');\n"],
  ['noProcessEnv', 'packages/features/src/accounts/a.ts', 'export const home = process.env.HOME;\n'],
  ['plugin', 'packages/domain/src/accounts/b.ts', 'export const now = Date.now();\n'],
  ['plugin', 'packages/features/src/accounts/b.ts', 'export const now = new Date();\n'],
  ['noFocusedTests', 'packages/net/src/h.test.ts', "import { it } from 'vitest';\n\nit.only('x', () => {});\n"],
];

const allowed: readonly (readonly [file: string, code: string])[] = [
  ['packages/config/src/a.ts', 'export const home = process.env.HOME;\n'],
  ['packages/domain/src/accounts/c.ts', 'export const at = (text: string): Date => new Date(text);\n'],
  ['packages/domain/src/accounts/c.test.ts', 'export const at = new Date();\n'],
  ['packages/net/src/i.ts', "export const kinds = ['a', 'b'] as const;\n"],
  ['scripts/a.ts', "console.log('x');\n"],
];

/** A literal where the theme has a value. */
const plantedStyles: readonly (readonly [rule: string, style: string])[] = [
  ['declaration-property-value-disallowed-list', 'font-size: 13px'],
  ['declaration-property-value-disallowed-list', 'font: 600 1rem sans-serif'],
  ['declaration-property-value-disallowed-list', 'gap: 4px var(--mantine-spacing-md)'],
  ['declaration-property-value-disallowed-list', 'row-gap: 1em'],
  ['color-no-hex', 'color: #fff'],
  ['color-named', 'border: 1px solid white'],
  ['function-disallowed-list', 'background: rgb(0 0 0 / 50%)'],
];

const allowedStyles = [
  'font-size: var(--mantine-font-size-sm)',
  'gap: calc(var(--mantine-spacing-xs) / 2) 0',
  'background: color-mix(in srgb, var(--na-expired) 6%, transparent)',
  'width: 200px',
];

/** One text per rule of the deny list, in the order of voice-rules.ts. */
const plantedTexts = [
  'Whoever signs in is welcome.',
  'Have it issued anew.',
  'This path is no endpoint.',
  'It answers no more.',
  'where there is a plan',
  'Alerts are told by mail.',
  'const tellUntold = 1;',
  'The row stands in the table.',
  'a server of its own',
  'Its chain ends at no trusted root.',
  'repairs and mends',
  'Alerts reach nobody.',
  'mails in its stead',
  'sent by who signs in',
  '/** What a row holds. */',
  "it('what it does', () => {});",
  'const outletOf = 1;',
  'const roomBelow = 1;',
];

const allowedTexts = ['The status is no longer stored.', 'no more than 50', 'tells one apart from another', 'Open the page again.'];

let project: string;
let report: string[] = [];

function write(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

/** biome exits with 1 for any finding, so the output counts, not the exit code: one `path:line:column rule` per line. */
function lint(): Promise<string> {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  return new Promise((done) => {
    execFile(process.execPath, [biome, 'lint', '--max-diagnostics=none', '--colors=off', '.'], { cwd: project }, (_, stdout, stderr) =>
      done(stdout + stderr),
    );
  });
}

/** Only what this style breaks, in a screen or in the kit. */
async function brokenStyleRules(style: string, folder = 'features/audit'): Promise<string[]> {
  const { results } = await stylelint.lint({
    code: `.a {\n  ${style};\n}\n`,
    codeFilename: join(root, 'apps/web/app', folder, 'planted.module.css'),
    configFile: join(root, 'stylelint.config.mjs'),
  });
  return results.flatMap(({ warnings }) => warnings.map(({ rule }) => rule));
}

/** Unknown words in a text, as `pnpm verify` finds them. */
function misspelled(text: string): Promise<string[]> {
  const cspell = join(root, 'node_modules/cspell/bin.mjs');
  const options = ['lint', `--config=${join(root, 'cspell.json')}`, '--words-only', '--no-progress', '--no-summary'];
  return new Promise((done) => {
    const child = execFile(process.execPath, [cspell, ...options, 'stdin://planted.ts'], { cwd: root }, (_, stdout) =>
      done(stdout.split('\n').filter((word) => word !== '')),
    );
    child.stdin?.end(text);
  });
}

function rulesFor(file: string): string[] {
  return report.filter((line) => line.startsWith(`${file}:`)).map((line) => line.split(' ')[1]?.split('/').at(-1) ?? '');
}

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'notafter-lint-'));
  for (const file of ['biome.json', '.gitignore']) copyFileSync(join(root, file), join(project, file));
  cpSync(join(root, 'scripts/biome'), join(project, 'scripts/biome'), { recursive: true });
  write('packages/net/src/other.ts', other);
  for (const [, file, code] of planted) write(file, code);
  for (const [file, code] of allowed) write(file, code);
  report = (await lint()).split('\n');
}, 300_000);

afterAll(() => rmSync(project, { recursive: true, force: true }));

describe('the lint rules', () => {
  it.each(planted)('%s catches its violation in %s', (rule, file) => {
    expect(rulesFor(file)).toContain(rule);
  });

  it.each(allowed)('leave %s alone', (file) => {
    expect(rulesFor(file)).toEqual([]);
  });
});

describe('the style rules', () => {
  it.each(plantedStyles)('%s catches %s', async (rule, style) => {
    expect(await brokenStyleRules(style)).toEqual([rule]);
  });

  it.each(['ui/badge', 'shell', 'features/certificates/list'])('hold %s too', async (folder) => {
    expect(await brokenStyleRules('color: #fff', folder)).toEqual(['color-no-hex']);
  });

  it.each(allowedStyles)('leave %s alone', async (style) => {
    expect(await brokenStyleRules(style)).toEqual([]);
  });
});

describe('the deny list', () => {
  it.each(plantedTexts.map((text, index) => [text, voiceRules[index]?.instead] as const))('catches %s', (text, instead) => {
    expect(findVoiceHits(text).map((hit) => hit.instead)).toContain(instead);
  });

  it('has a planted text for every rule', () => expect(plantedTexts).toHaveLength(voiceRules.length));

  it.each(allowedTexts)('allows %s', (text) => expect(findVoiceHits(text)).toEqual([]));
});

it('the spell checker catches British spelling and typos, and knows the words of the field', async () => {
  expect(await misspelled('// The organisation recieves an OCSP staple over STARTTLS.\n')).toEqual(['organisation', 'recieves']);
});
