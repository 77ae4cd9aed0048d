import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type EngineAccess, type SolutionSlug, solutions } from '@notafter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certificateFiles, FILES } from '../../containers/container-recipe.ts';
import { createServiceEngines } from '../../engines/service-engines.ts';
import { type DockerDaemon, startDockerDaemon } from '../../testing/docker-daemon.ts';
import { makeAuthority, specFor, untilUp } from '../../testing/running-service.ts';
import { testImageTable } from '../../testing/test-images.ts';
import { filesOf } from '../../testing/user-data.ts';
import { firstSecretOf } from './machine-engines.ts';
import { writeUserData } from './user-data.ts';

const run = promisify(execFile);
const { signal } = new AbortController();
const engines = createServiceEngines();
const PASSWORD = 'the password of then';
/** The daemon has no network by default. */
const NETWORK = 'machines';
const DIGEST = `engine@sha256:${'0'.repeat(64)}`;

let daemon: DockerDaemon;
let folder: string;
beforeAll(async () => {
  daemon = await startDockerDaemon();
  await docker('network', 'create', NETWORK);
  folder = await mkdtemp(join(tmpdir(), 'notafter-engines-'));
  await chmod(folder, 0o755);
});
afterAll(async () => {
  await daemon.close();
  await rm(folder, { recursive: true, force: true });
});

const docker = (...args: readonly string[]) => run('docker', ['-H', daemon.host, ...args]);

/** Runs the script of a machine that starts its engine, in a folder of the test and at ports of loopback. */
const start = async (solution: SolutionSlug): Promise<EngineAccess> => {
  const image = testImageTable[solution];
  if (image === undefined) throw new Error(`The tests have no image of ${solution}.`);
  const { spec, access } = await specFor(await makeAuthority(), { solution, password: PASSWORD });
  const root = join(folder, solution);
  await mkdir(join(root, 'data'), { recursive: true });
  await chown(join(root, 'data'), image.uid, image.uid);
  const bootstrap = { url: 'http://127.0.0.1:9', token: 't', authority: access.authority };
  const verifier = await firstSecretOf(solution, spec.credentials, Buffer.alloc(16, 3));
  const written = { solution, user: access.user, verifier, device: '/dev/null', bootstrap, image: { ...image, image: DIGEST } };
  const files = filesOf(writeUserData(written));
  const certificate = 'key' in spec.certificate ? certificateFiles(spec.certificate, image.uid) : [];
  for (const [path, { text, mode, uid }] of [...files, ...certificate.map((file) => [file.path, file] as const)]) {
    if (!path.startsWith(FILES)) continue;
    const file = path.replace(FILES, root);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    await chown(file, uid, uid);
    await chmod(file, mode);
  }
  const published = spec.ports.map(({ name, port }) => {
    const inside = solutions[solution].ports.find((one) => one.name === name)?.port;
    return `-p 127.0.0.1:${port}:${inside}`;
  });
  const [before = '', after = ''] = (files.get(`${FILES}/bin/engine`)?.text ?? '').split(/^(?=memory=)/m);
  const script = `${before.replaceAll(FILES, root).replace(/^echo.*$/m, '')}${after}`
    .replaceAll(`--volume ${FILES}`, `--volume ${root}`)
    .replace('--volume /srv/notafter/data', `--volume ${root}/data`)
    .replaceAll(DIGEST, image.image)
    .replace('--network host', `--network ${NETWORK} ${published.join(' ')}`)
    .replace(/^memory=.*$/m, 'memory=4096')
    .replace('--name notafter', `--name ${solution}`)
    .replace('exec docker run --rm', 'docker run --detach');
  await run('sh', ['-c', script], { env: { ...process.env, DOCKER_HOST: daemon.host } });
  return access;
};

describe.each(['postgres', 'mysql', 'rabbitmq'] as const)('the first user of %s on a machine', (solution) => {
  it('has the password of the verifier and no other, and a new password stays after a restart', async () => {
    const access = await start(solution);
    await untilUp(access).catch(async (error: unknown) => {
      throw new Error(`It does not start:\n${(await docker('logs', '--tail', '30', solution)).stderr}`, { cause: error });
    });
    expect((await engines.signIn({ ...access, password: `${PASSWORD}.` }, signal)).result).toBe('refused');
    await engines.setPassword(access, 'the password of now', signal);
    await docker('restart', solution);
    await untilUp({ ...access, password: 'the password of now' });
    expect((await engines.signIn(access, signal)).result).toBe('refused');
    const shown = (await docker('inspect', solution)).stdout + (await docker('logs', solution)).stdout;
    expect(shown).not.toContain(PASSWORD);
    await docker('rm', '--force', solution);
  });
});
