import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@notafter/net/testing';

const run = promisify(execFile);

interface Place {
  readonly address: string;
  readonly port: number;
}

export interface PostfixServer extends Place {
  close(): Promise<void>;
}

interface ServedKey {
  readonly chainPem: string;
  readonly keyPem: string;
}

/** Its interfaces must be addresses of the machine, as 127.0.0.2 is not; `master.cf` says where it listens. */
const mainConfig = (dir: string): string => `compatibility_level = 3.6
queue_directory = ${dir}/queue
data_directory = ${dir}/data
mail_owner = postfix
setgid_group = postdrop
daemon_directory = /usr/lib/postfix/sbin
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.example
mydestination =
alias_maps =
alias_database =
maillog_file = ${dir}/log
maillog_file_prefixes = ${tmpdir()}
smtpd_tls_security_level = may
smtpd_tls_chain_files = ${dir}/chains.pem
smtpd_tls_session_cache_database =
`;

const masterConfig = ({ address, port }: Place): string => `${address}:${port} inet n - n - - smtpd
anvil unix - - n - 1 anvil
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
proxymap unix - - n - - proxymap
postlog unix-dgram n - n - 1 postlogd
`;

const greets = async ({ address, port }: Place): Promise<boolean> => {
  const socket = connect(port, address);
  try {
    await Promise.race([once(socket, 'data'), once(socket, 'close')]);
    return socket.bytesRead > 0;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
};

/** Starts Postfix with STARTTLS on loopback, in its own directory; only root can. It serves a chain for each key. Absent: at a free port. */
export const startPostfix = async (keys: readonly ServedKey[], at?: Place): Promise<PostfixServer> => {
  const dir = await mkdtemp(join(tmpdir(), 'notafter-postfix-'));
  await chmod(dir, 0o755);
  for (const folder of ['etc', 'queue', 'data']) await mkdir(join(dir, folder));
  await run('chown', ['postfix', join(dir, 'data')]);
  const place = at ?? { address: '127.0.0.1', port: await freePort() };
  await writeFile(join(dir, 'chains.pem'), keys.map(({ keyPem, chainPem }) => `${keyPem}\n${chainPem}\n`).join(''));
  await writeFile(join(dir, 'etc', 'main.cf'), mainConfig(dir));
  await writeFile(join(dir, 'etc', 'master.cf'), masterConfig(place));
  const postfix = (command: string) => run('postfix', ['-c', join(dir, 'etc'), command]);
  await postfix('start').catch(async (error: unknown) => {
    throw new Error(await readFile(join(dir, 'log'), 'utf8').catch(() => 'Postfix did not start.'), { cause: error });
  });
  const deadline = performance.now() + 60_000;
  while (!(await greets(place))) {
    if (performance.now() > deadline) throw new Error(`Postfix does not answer: ${await readFile(join(dir, 'log'), 'utf8')}`);
  }
  return {
    ...place,
    close: async () => {
      await postfix('stop');
      await rm(dir, { recursive: true, force: true });
    },
  };
};
