import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startTlsFarm } from '@notafter/tls/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { makeScratchFolder } from './testing/scratch-folder.ts';

const root = resolve(import.meta.dirname, '../../..');
const scratch = makeScratchFolder();
let farm: Awaited<ReturnType<typeof startTlsFarm>>;
let ca: string;
let bin: string;
beforeAll(async () => {
  farm = await startTlsFarm();
  ca = scratch.write('ca.pem', farm.ca);
  // In place of the one that would fetch the package.
  const npx = scratch.write('npx', `#!/bin/sh\nshift 2\nexec "${process.execPath}" "${join(import.meta.dirname, 'main.ts')}" "$@"\n`);
  chmodSync(npx, 0o755);
  bin = resolve(npx, '..');
});
afterAll(async () => {
  await farm?.close();
  scratch.remove();
});

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly { readonly run: string; readonly env: Readonly<Record<string, string>> }[] };
}

const run = async (script: string, env: Readonly<Record<string, string>>) => {
  const child = spawn('/bin/sh', ['-e', '-c', script], {
    cwd: bin,
    env: { PATH: `${bin}:${process.env.PATH ?? ''}`, NODE_ENV: 'test', ...env },
    stdio: 'pipe',
  });
  child.stdin.end();
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  await once(child, 'close');
  return { code: child.exitCode, stdout, stderr };
};

/** Runs the steps as GitHub does: inputs become variables, and the script is taken as it is. */
const runAction = (given: Readonly<Record<string, string>>) => {
  const action: Action = parse(readFileSync(join(root, '.github/actions/check/action.yml'), 'utf8'));
  const inputs = Object.fromEntries(Object.entries(action.inputs).map(([name, input]) => [name, given[name] ?? input.default ?? '']));
  const [step] = action.runs.steps;
  if (step === undefined) throw new Error('The action has no step.');
  const fill = (text: string): string => text.replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => inputs[name] ?? '');
  expect(step.run).not.toContain('${{');
  return run(step.run, Object.fromEntries(Object.entries(step.env).map(([name, text]) => [name, fill(text)])));
};
const at = (host: string): string => `${host}:${farm.port}?address=127.0.0.1`;

it('the action passes with good certificates, warns of one that ends soon, and fails for a bad one', async () => {
  const hosts = `${at('a.test')}  # the shop\n${at('b.test')}`;
  const good = await runAction({ hosts, ca });
  expect([good.code, good.stdout]).toEqual([0, expect.stringContaining('2 checked: 2 valid')]);
  const soon = await runAction({ hosts, ca, 'warn-days': '20000' });
  expect([soon.code, soon.stdout]).toEqual([0, expect.stringContaining('::warning title=Certificates::')]);
  const untrusted = await runAction({ hosts });
  expect([untrusted.code, untrusted.stdout]).toEqual([2, expect.stringContaining('2 invalid')]);
});

it('the action fails for a policy that is missed, and takes no command from an input', async () => {
  const policy = scratch.write('policy.json', JSON.stringify({ min_days_left: 20_000 }));
  const strict = await runAction({ hosts: at('a.test'), ca, policy });
  expect(strict.code, strict.stderr).toBeGreaterThanOrEqual(2);
  const hostile = await runAction({ hosts: `$(touch hacked) \`touch hacked\`; touch hacked`, ca });
  expect(hostile.code).toBeGreaterThanOrEqual(2);
  await expect(run('test -e hacked', {})).resolves.toMatchObject({ code: 1 });
});

it('the job for GitLab passes and fails alike', async () => {
  const [, yaml = ''] = /## GitLab\n\n```yaml\n([\s\S]*?)```/.exec(readFileSync(join(root, 'docs/pipelines.md'), 'utf8')) ?? [];
  const job: { readonly certificates: { readonly script: readonly string[]; readonly allow_failure: { readonly exit_codes: number } } } =
    parse(yaml);
  const [script = ''] = job.certificates.script;
  expect(script).toContain('--policy tls-policy.json');
  const local = script.replace('www.example.com smtp://mail.example.com --policy tls-policy.json', `${at('a.test')} --ca '${ca}'`);
  expect(await run(local.replaceAll(/\?address/g, '\\?address'), {})).toMatchObject({ code: 0 });
  expect(job.certificates.allow_failure.exit_codes).toBe(1);
});
