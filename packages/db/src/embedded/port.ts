import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** Returns the port of the last start if it is free, so that a saved psql command keeps working; otherwise any free one. */
export async function choosePort(home: string): Promise<number> {
  const last = Number(await readFile(join(home, 'port'), 'utf8').catch(() => ''));
  if (Number.isInteger(last) && last > 0 && last < 65_536 && (await bind(last)) === last) return last;
  return (await bind(0)) ?? 5432;
}

export async function rememberPort(home: string, port: number): Promise<void> {
  await writeFile(join(home, 'port'), `${port}\n`, { mode: 0o600 });
}

async function bind(port: number): Promise<number | undefined> {
  const server = createServer();
  try {
    server.listen({ host: '127.0.0.1', port });
    await once(server, 'listening');
    const address = server.address();
    return typeof address === 'object' && address ? address.port : undefined;
  } catch {
    return undefined;
  } finally {
    server.close();
  }
}
