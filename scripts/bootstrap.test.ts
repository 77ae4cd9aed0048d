import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const scripts = import.meta.dirname;

let project: string;
let started: ChildProcess[] = [];

function write(path: string, text: string, mode = 0o644): void {
  const file = join(project, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, mode);
}

function read(path: string): string {
  return existsSync(join(project, path)) ? readFileSync(join(project, path), 'utf8') : '';
}

/** Starts the bootstrap of the planted project with only `bin` and the system's own tools on the PATH. */
function bootstrap(...args: string[]) {
  const env: NodeJS.ProcessEnv = { NODE_ENV: 'test', PATH: `${join(project, 'bin')}:/usr/bin:/bin`, HOME: project };
  const child = spawn(process.execPath, [join(project, 'scripts/bootstrap.mjs'), ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = new Promise<{ code: number | null; output: string }>((done) => child.once('close', (code) => done({ code, output })));
  return { child, ended };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // An exited process stays visible until its parent has waited for it.
    return !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

const waiting = { timeout: 45_000, interval: 50 };

async function serverPid(): Promise<number> {
  return await vi.waitFor(() => {
    const pid = Number(read('server.pid'));
    if (pid === 0) throw new Error('the server has not started');
    return pid;
  }, waiting);
}

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'notafter-bootstrap-'));
  cpSync(join(scripts, 'bootstrap'), join(project, 'scripts/bootstrap'), { recursive: true });
  cpSync(join(scripts, 'bootstrap.mjs'), join(project, 'scripts/bootstrap.mjs'));
  cpSync(resolve(scripts, '../package.json'), join(project, 'package.json'));
  write('pnpm-lock.yaml', '');
  write('pnpm-workspace.yaml', '');
  write('packages/domain/package.json', '{}');
  write('node_modules/turbo/bin/turbo', '');
  write(
    'apps/server/src/main.ts',
    `import { writeFileSync } from 'node:fs';
process.once('SIGTERM', () => process.exit(7));
setInterval(() => {}, 1000);
writeFileSync('server.pid', String(process.pid));
`,
  );
});

afterEach(() => {
  for (const child of started) child.kill('SIGKILL');
  started = [];
  rmSync(project, { recursive: true, force: true });
});

function plantPnpm(version: string): void {
  write('bin/pnpm', `#!/bin/sh\n[ "$1" = --version ] && echo ${version} || echo "$@" >>"${project}/pnpm.log"\n`, 0o755);
}

describe('a machine without the tools', () => {
  beforeEach(() => plantPnpm('9.15.0'));

  it.each([
    ['npm error code ENOTFOUND', 'unreachable'],
    ['npm error code ENOSPC', 'disk is full'],
    ['npm error code SELF_SIGNED_CERT_IN_CHAIN', 'cafile'],
    ['npm error code E404', 'npm config get registry'],
    ['npm error code EACCES', 'not writable'],
    ['npm error something else', 'starts afresh'],
  ])('prints the fix for "%s"', async (printed, fix) => {
    write('bin/npm', `#!/bin/sh\necho "${printed}" >&2\nexit 1\n`, 0o755);
    const { code, output } = await bootstrap('start').ended;
    expect(code).toBe(1);
    expect(output).toContain(printed);
    expect(output).toMatch(new RegExp(`Fix: .*${fix}`));
  });

  it('retries a failed fetch', async () => {
    write('bin/npm', '#!/bin/sh\nexit 1\n', 0o755);
    await bootstrap('start').ended;
    expect(read('.tools/.stamp')).toBe('');
  });
});

describe('a machine with a new enough Node and pnpm', () => {
  beforeEach(() => plantPnpm('11.99.0'));

  it('installs once, and again when a package.json changes', async () => {
    const run = async () => (await bootstrap('exec', 'true').ended).code;
    expect([await run(), await run()]).toEqual([0, 0]);
    expect(read('pnpm.log').match(/^install --frozen-lockfile/gm)).toHaveLength(1);
    write('packages/domain/package.json', '{ "version": "2" }');
    expect(await run()).toBe(0);
    expect(read('pnpm.log').match(/^install --frozen-lockfile/gm)).toHaveLength(2);
    expect(existsSync(join(project, '.tools'))).toBe(false);
  });

  it('names the fix for a lockfile that is behind', async () => {
    write('bin/pnpm', '#!/bin/sh\n[ "$1" = --version ] && echo 11.99.0 && exit\necho ERR_PNPM_OUTDATED_LOCKFILE\nexit 1\n', 0o755);
    const { code, output } = await bootstrap('start').ended;
    expect(code).toBe(1);
    expect(output).toContain('Fix: A package.json changed without the lockfile: run `npm run pnpm -- install`');
  });

  it('returns the exit code of a command', async () => {
    expect((await bootstrap('exec', 'sh', '-c', 'exit 5').ended).code).toBe(5);
  });

  it('stops the server on SIGTERM and ends with its exit code', async () => {
    const { child, ended } = bootstrap('start');
    const pid = await serverPid();
    child.kill('SIGTERM');
    expect((await ended).code).toBe(7);
    expect(isRunning(pid)).toBe(false);
  });

  it('restarts a server that dies after it was ready, and stops on request', async () => {
    const main = read('apps/server/src/main.ts');
    // Before the file, after which it is killed.
    write('apps/server/src/main.ts', main.replace('writeFileSync(', "process.send?.('ready');\nwriteFileSync("));
    const { child, ended } = bootstrap('start');
    const first = await serverPid();
    process.kill(first, 'SIGKILL');
    const second = await vi.waitFor(() => {
      const pid = Number(read('server.pid'));
      if (pid === 0 || pid === first) throw new Error('the server was not started again');
      return pid;
    }, waiting);
    child.kill('SIGTERM');
    const { code, output } = await ended;
    expect(code).toBe(7);
    expect(isRunning(second)).toBe(false);
    expect(output).toContain('Notafter exited with 137. Restarting in 1 s.');
  });

  it('does not restart a server whose first start failed', async () => {
    write('apps/server/src/main.ts', `console.log('PORT is taken.');\nprocess.exit(1);\n`);
    const { code, output } = await bootstrap('start').ended;
    expect(code).toBe(1);
    expect(output.match(/PORT is taken/g)).toHaveLength(1);
  });

  it('leaves no server behind after kill -9', async () => {
    const { child } = bootstrap('start');
    const pid = await serverPid();
    child.kill('SIGKILL');
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), waiting);
  });
});
