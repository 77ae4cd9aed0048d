import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { type Credentials, hostAndPort, ProviderError } from '@notafter/domain';
import type { ProcessRecipe } from '../../processes/process-recipe.ts';
import { restoreFiles } from '../../processes/restore-files.ts';
import { lastWords, runDuring, runProgram } from '../../processes/run-program.ts';
import { portOf } from '../engine-client.ts';
import { findProgram, needProgram } from '../find-program.ts';
import { firstUserStatement } from './influxdb1-client.ts';
import { influxdb1Config } from './influxdb1-config.ts';

const SERVER = 'influxd';
const FIRST_START_MS = 30_000;
const POLL_MS = 100;

/** One request over the socket of a server; null until it listens. */
const post = (socketPath: string, statement: string, signal: AbortSignal): Promise<string | null> =>
  new Promise((resolve, reject) => {
    const headers = { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' };
    request({ socketPath, method: 'POST', path: '/query', headers, signal }, (answer) => resolve(text(answer)))
      .on('error', (error) => (signal.aborted ? reject(error) : resolve(null)))
      .end(new URLSearchParams({ q: statement }).toString());
  });

const createFirstUser = async (socketPath: string, credentials: Credentials, signal: AbortSignal): Promise<void> => {
  const statement = firstUserStatement(credentials);
  for (const deadline = performance.now() + FIRST_START_MS; performance.now() < deadline; await wait(POLL_MS, null, { signal })) {
    const answer = await post(socketPath, statement, signal);
    if (answer === null) continue;
    if (!answer.includes('"error"')) return;
    throw new ProviderError('invalid', `InfluxDB could not create its first user: ${lastWords(answer)}`);
  }
  throw new ProviderError('transient', 'InfluxDB did not start in time.');
};

/** InfluxDB 1 of the system, HTTPS only. */
export const influxdb1Process: ProcessRecipe = {
  solution: 'influxdbv1',
  stopSignal: 'SIGTERM',
  // A changed file is ignored, and SIGHUP ends 1.6.
  isRestartedForCertificate: true,
  problemLine: /(?:run: .*|lvl=error .*)/,

  async find({ account, path }) {
    const server = await findProgram(SERVER);
    if (server === null) return { found: false, reason: 'InfluxDB 1 is not installed (on Debian: influxdb).' };
    const said = await runProgram({ program: server, args: ['version'] }, { account, directory: path }, AbortSignal.timeout(10_000));
    const version = /v(\d+(?:\.\d+)*)/.exec(said)?.[1] ?? '';
    return version.startsWith('1.')
      ? { found: true, version, programs: '' }
      : { found: false, reason: `InfluxDB 1 is not installed: ${SERVER} is version ${version}.` };
  },

  restore: restoreFiles,

  async initialize({ home, folder, data, size, credentials, signal }) {
    const place = { account: home.account, directory: data };
    const socket = join(await folder.makeFolder('run'), 'first');
    // Left by a creation that was killed.
    await rm(socket, { force: true });
    const file = await folder.writeConfig('first-run.conf', influxdb1Config({ data, size, listener: { socket } }));
    const command = { program: await needProgram(SERVER), args: ['-config', file] };
    await runDuring({ command, place, stopSignal: 'SIGTERM', signal }, () => createFirstUser(socket, credentials, signal));
  },

  async command(context) {
    const { folder, address, size } = context;
    const bind = hostAndPort(address, portOf(context, 'native'));
    const { certificate, key } = folder.tls;
    const config = influxdb1Config({ data: folder.data, size, listener: { bind, certificate, key } });
    return { program: await needProgram(SERVER), args: ['-config', await folder.writeConfig('influxdb.conf', config)] };
  },
};
