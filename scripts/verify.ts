// `pnpm verify`: every check that needs neither a database nor a browser, in seconds. Each failure prints its fix.
import { execFile } from 'node:child_process';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';

interface Check {
  readonly name: string;
  readonly command: readonly string[];
  readonly fix: string;
}

interface Outcome {
  readonly check: Check;
  readonly passed: boolean;
  readonly output: string;
  readonly seconds: number;
}

const root = resolve(import.meta.dirname, '..');

// The longest first, so that two cores finish together.
const checks: readonly Check[] = [
  {
    name: 'types',
    // By its path: both compiler versions use the name `tsc` in node_modules/.bin.
    command: ['node_modules/typescript7/bin/tsc', '-p', '.'],
    fix: 'Fix the types at the listed places.',
  },
  {
    name: 'dead code',
    command: ['node_modules/knip/bin/knip.js', '--no-progress', '--no-config-hints'],
    fix: 'Delete unused code, or add a new entry point to knip.json.',
  },
  {
    name: 'import rules',
    command: ['node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', '--output-type=err-long', 'packages', 'apps', 'scripts'],
    fix: 'Each line says where the code belongs; the rules are in .dependency-cruiser.cjs.',
  },
  {
    name: 'format and lint',
    command: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '--max-diagnostics=50', '.'],
    fix: 'Run `pnpm fix` for the format and safe fixes; the rest is listed above.',
  },
  {
    name: 'styles',
    command: ['node_modules/stylelint/bin/stylelint.mjs', 'apps/web/app/**/*.css'],
    fix: 'Take the value from the theme, or use a part of apps/web/app/ui instead of the rule.',
  },
  {
    name: 'spelling',
    command: [
      'node_modules/cspell/bin.mjs',
      '--no-progress',
      '--no-summary',
      '--cache',
      '--cache-location=node_modules/.cache/cspell',
      '.',
    ],
    fix: 'Correct the word, or add a term of the field to scripts/verify/words.txt.',
  },
  {
    name: 'voice',
    command: ['scripts/verify/check-voice.ts'],
    fix: 'Use the words after each hit. A legitimate use goes to `allowed` in scripts/verify/voice-rules.ts, with its reason.',
  },
  {
    name: 'migrations',
    command: ['scripts/verify/check-migrations.ts'],
    fix: 'Run `pnpm db:generate --name <what-changed>` and commit the generated files.',
  },
  {
    name: 'use cases',
    command: ['scripts/verify/check-use-cases.ts'],
    fix: 'Declare it with useCase and the name <slice>/<file>, or do not export it from packages/features/src/index.ts.',
  },
  {
    name: 'OpenAPI file',
    command: ['scripts/openapi.ts', '--check'],
    fix: 'Run `pnpm openapi` and commit docs/openapi.json.',
  },
  {
    name: 'types of the API client',
    command: ['scripts/client.ts', '--check'],
    fix: 'Run `pnpm client` and commit packages/client/src/api.ts.',
  },
  {
    name: 'doc paths',
    command: ['scripts/verify/check-doc-paths.ts'],
    fix: 'Correct the path in the document, or write it without backticks if it is not a file of this repository.',
  },
];

function run(check: Check): Promise<Outcome> {
  const startedAt = performance.now();
  const [script = '', ...args] = check.command;
  return new Promise((done) => {
    execFile(process.execPath, [join(root, script), ...args], { cwd: root, maxBuffer: 64_000_000 }, (error, stdout, stderr) => {
      done({ check, passed: error === null, output: `${stdout}${stderr}`.trim(), seconds: (performance.now() - startedAt) / 1000 });
    });
  });
}

function report({ check, passed, output, seconds }: Outcome): void {
  if (passed) {
    console.log(`✓ ${check.name} (${seconds.toFixed(1)} s)`);
    return;
  }
  console.log(`\n${output}\n✗ ${check.name} (${seconds.toFixed(1)} s)\n  Fix: ${check.fix}\n`);
}

const waiting = [...checks];
const outcomes: Outcome[] = [];

async function work(): Promise<void> {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const outcome = await run(check);
    outcomes.push(outcome);
    report(outcome);
  }
}

const startedAt = performance.now();
await Promise.all(Array.from({ length: Math.max(2, cpus().length) }, work));
const failed = outcomes.filter(({ passed }) => !passed).map(({ check }) => check.name);
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
console.log(failed.length === 0 ? `Verified in ${seconds} s.` : `Not verified: ${failed.join(', ')} (${seconds} s).`);
process.exitCode = failed.length === 0 ? 0 : 1;
