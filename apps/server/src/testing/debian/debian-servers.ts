import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startPostfix } from '@notafter/preflight/testing';
import type { Issued } from '@notafter/tls/testing';
import { databaseServers } from './database-servers.ts';
import { messagingServers } from './messaging-servers.ts';
import { type Plan, runProgram, type ServedFiles } from './program.ts';
import { webServers } from './web-servers.ts';

/** A chain for each key type that a server has. */
export interface ServedKeys {
  readonly ecdsa: Issued;
  readonly rsa: Issued;
}

export interface DebianServersOptions {
  /** An empty directory that every user can enter. */
  readonly folder: string;
  /** Where mail, directory and database servers listen, at their usual ports. Only root can open these. */
  readonly address: string;
  readonly services: ServedKeys;
  /** At their addresses, port 443. */
  readonly nginx: readonly { readonly address: string; readonly keys: ServedKeys }[];
  readonly haproxy: readonly { readonly address: string; readonly keys: ServedKeys }[];
}

export interface DebianServers {
  close(): Promise<void>;
}

const privateKeyOf = ({ key }: Issued): string => key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** Writes each chain and its key, and both in one file, which is what HAProxy reads. */
const writeKeys = async (folder: string, { ecdsa, rsa }: ServedKeys): Promise<ServedFiles> => {
  await mkdir(folder, { recursive: true });
  const write = async (name: string, text: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };
  const filesOf = async (type: 'ecdsa' | 'rsa', issued: Issued) => ({
    chain: await write(`${type}.chain`, issued.chainPem),
    key: await write(`${type}.key`, privateKeyOf(issued)),
    both: await write(`site.pem.${type}`, issued.chainPem + privateKeyOf(issued)),
  });
  return { bundle: join(folder, 'site.pem'), ecdsa: await filesOf('ecdsa', ecdsa), rsa: await filesOf('rsa', rsa) };
};

/** Starts Postfix, Dovecot, slapd, Prosody, PostgreSQL, MariaDB, nats-server, nginx and HAProxy as Debian packages them, on loopback. */
export const startDebianServers = async (options: DebianServersOptions): Promise<DebianServers> => {
  const { folder, address, services } = options;
  const files = await writeKeys(join(folder, 'services'), services);
  const sites = async (name: string, served: DebianServersOptions['nginx']) =>
    Promise.all(
      served.map(async ({ address: at, keys }, index) => ({ address: at, files: await writeKeys(join(folder, `${name}-${index}`), keys) })),
    );
  const plans: readonly Plan[] = [
    ...messagingServers(address, files),
    ...databaseServers(address, files),
    ...webServers({ nginx: await sites('nginx', options.nginx), haproxy: await sites('haproxy', options.haproxy) }),
  ];
  const chains = [services.ecdsa, services.rsa].map((issued) => ({ keyPem: privateKeyOf(issued), chainPem: issued.chainPem }));
  const started = await Promise.allSettled([
    startPostfix(chains, { address, port: 25 }),
    ...plans.map((plan) => runProgram(join(folder, plan.name), plan)),
  ]);
  const close = async (): Promise<void> => {
    await Promise.all(started.map((each) => (each.status === 'fulfilled' ? each.value.close() : undefined)));
  };
  const failed = started.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  if (failed.length > 0) {
    await close();
    throw new AggregateError(failed, failed.map(String).join('\n'));
  }
  return { close };
};
