import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

interface OpensslServer {
  readonly port: number;
  close(): Promise<void>;
}

/** This machine's `openssl s_server` on a free loopback port, with these options. */
export const startOpensslServer = async (chainPem: string, keyPem: string, options: readonly string[]): Promise<OpensslServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'notafter-s-server-'));
  const [chain, key] = [join(folder, 'chain.pem'), join(folder, 'key.pem')];
  await writeFile(chain, chainPem);
  await writeFile(key, keyPem);
  const child = spawn('openssl', ['s_server', '-accept', '127.0.0.1:0', '-cert', chain, '-cert_chain', chain, '-key', key, ...options], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: child.stdout });
  let port = 0;
  for await (const line of lines) {
    port = Number(/^ACCEPT 127\.0\.0\.1:(\d+)/.exec(line)?.[1] ?? 0);
    if (port !== 0) break;
  }
  child.stdout.resume();
  return {
    port,
    async close() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
};
