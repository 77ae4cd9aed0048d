import { createBundle, createKeyPair, readEnrollmentToken } from '@notafter/bundles';
import { type ExitCode, exitCodes, type Terminal, UsageError } from '@notafter/command-line';
import type { EnrollCommand } from '../command-line.ts';
import { isSafeUrl } from '../config/is-safe-url.ts';
import { readConfig } from '../config/read-config.ts';
import { createLog } from '../log.ts';
import { program } from '../program.ts';
import { aboutOf } from '../scan/about.ts';
import { isDiskFull, lockDataDir } from '../spool/open-spool.ts';
import { type Identity, openSpool } from '../spool/spool.ts';
import { sendOnce } from './send-once.ts';

const storeFirst = (store: () => void, dataDir: string): void => {
  try {
    store();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    throw new UsageError(`The disk of ${dataDir} is full. Free some space and enroll again; the token was not used.`, 'enroll', {
      cause: error,
    });
  }
};

/** Makes this machine the collector of a token: creates its key, and writes the first bundle, which proves the token. */
export const runEnroll = async (command: EnrollCommand, terminal: Terminal): Promise<ExitCode> => {
  const { stdout, stderr, now } = terminal;
  const config = readConfig(command.configFile, 'enroll');
  const token = readEnrollmentToken(command.token);
  if (token === null) throw new UsageError('This is not a whole token. Copy it again from the server; it begins with nac_.', 'enroll');
  if (!command.offline && !isSafeUrl(token.serverUrl))
    throw new UsageError(`The server's address is ${token.serverUrl}. It has to begin with https://. Or enroll with --offline.`, 'enroll');

  const unlock = lockDataDir(config.dataDir);
  const spool = openSpool(config.dataDir);
  try {
    const present = spool.findIdentity();
    if (present !== null && !command.replace) {
      throw new UsageError(
        `${config.dataDir} belongs to collector ${present.collectorId} at ${present.serverUrl}. Add --replace to discard it and its queue.`,
        'enroll',
      );
    }
    const { pem, privateKey, publicKey } = createKeyPair();
    const { secret, ...server } = token;
    const identity: Identity = { ...server, privateKey: pem, mode: command.offline ? 'offline' : 'online' };
    const first = await createBundle({
      head: { collectorId: identity.collectorId, sequence: 1, previous: null, createdAt: now() },
      content: {
        enrollment: { secret, publicKey },
        about: aboutOf(config, identity.mode),
        isComplete: true,
        certificates: {},
        endpoints: [],
        files: [],
      },
      signingKey: privateKey,
      serverKey: identity.sealingKey,
    });
    storeFirst(() => spool.enroll(identity, first), config.dataDir);
    stdout.write(`Enrolled collector ${identity.collectorId} at ${identity.serverUrl}.\n`);
    if (command.offline) {
      stdout.write(`Next: ${program} run, then ${program} export FOLDER, and import the files on the server.\n`);
      return exitCodes.ok;
    }
    const outcome = await sendOnce({ config, identity, spool, log: createLog(stderr, now), now, signal: terminal.stop.signal });
    if (outcome.kind === 'stopped') return exitCodes.critical;
    if (outcome.kind === 'sent') {
      stdout.write(`The server knows this collector. Next: ${program} run\n`);
      return exitCodes.ok;
    }
    stdout.write(`The server did not take the first bundle yet. It is queued: ${program} run sends it.\n`);
    return exitCodes.warning;
  } finally {
    spool.close();
    unlock();
  }
};
