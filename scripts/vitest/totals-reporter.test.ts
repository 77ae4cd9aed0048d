import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { z } from 'zod';

const run = promisify(execFile);
const vitest = join(createRequire(import.meta.url).resolve('vitest/package.json'), '../vitest.mjs');

const group = `
it('passes', () => {});
it('fails', () => { throw new Error('as intended'); });
describe('a group', () => {
  beforeAll(() => { throw new Error('no server'); });
  it('never runs', () => {});
});
`;

it('counts and lists failed tests, groups whose hooks fail, and files that cannot be loaded; names what was left out or not shown', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'notafter-totals-'));
  try {
    const config = `import { TotalsReporter } from ${JSON.stringify(join(import.meta.dirname, 'totals-reporter.ts'))};
export default { test: { globals: true, reporters: [new TotalsReporter([
  { files: '*.engine.mjs', because: 'no engine found', unproven: 'an engine' },
  { files: '*.other.mjs', because: 'no other found', unproven: 'another' },
], [
  { files: 'group.test.mjs', because: 'no registry', unproven: 'official images' },
  { files: 'absent.test.mjs', because: 'no registry', unproven: 'a thing of no file' },
])] } };`;
    await writeFile(join(folder, 'vitest.config.mjs'), config);
    await writeFile(join(folder, 'group.test.mjs'), group);
    await writeFile(join(folder, 'broken.test.mjs'), "throw new Error('no such file');");
    await writeFile(join(folder, 'real.engine.mjs'), '');
    const failuresFile = join(folder, 'failures');
    const env = { ...process.env, TEST_TOTALS_FILE: join(folder, 'totals'), TEST_FAILURES_FILE: failuresFile };
    const outcome = await run(process.execPath, [vitest, 'run', '--root', folder], { env, cwd: folder }).catch((error: unknown) => error);
    expect(outcome).toMatchObject({ code: 1, stdout: expect.stringContaining('1 passed, 3 failed') });
    const { stdout } = z.object({ stdout: z.string() }).parse(outcome);
    expect(stdout).toContain('LEFT OUT, NOT PROVEN HERE: AN ENGINE. no engine found:\n  real.engine.mjs\n');
    expect(stdout).toContain('NOT PROVEN HERE: OFFICIAL IMAGES. no registry.\n1 passed');
    expect(stdout).not.toContain('A THING OF NO FILE');
    expect(await readFile(env.TEST_TOTALS_FILE, 'utf8')).toBe('1 3\n');
    const failures = await readFile(failuresFile, 'utf8');
    for (const text of [
      'group.test.mjs > fails\nError: as intended',
      'group.test.mjs > a group\nError: no server',
      'broken.test.mjs\nError: no such file',
    ]) {
      expect(failures).toContain(`✗ ${text}`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
