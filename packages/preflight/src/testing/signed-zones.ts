import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDnsClient } from '@notafter/net/dns';
import { freePort } from '@notafter/net/testing';

const run = promisify(execFile);

/**
 * How a zone is broken. `expired`: its signatures are. `wrong_ds`: its parent names another key. `stripped`: it lost its signatures.
 * `tampered`: `from` was replaced by `to` after signing. `lame`: its server cannot load it. `unsigned`: it has no DNSSEC, and needs none.
 */
export type ZoneFault =
  | { readonly kind: 'none' | 'expired' | 'wrong_ds' | 'stripped' | 'lame' | 'unsigned' }
  | { readonly kind: 'tampered'; readonly from: string; readonly to: string };

export interface SignedZone {
  /** Directly below the parent. */
  readonly name: string;
  /** Lines of a zone file; relative names are relative to the zone. SOA and NS are added. */
  readonly records: readonly string[];
  readonly fault?: ZoneFault;
}

export interface SignedZones {
  /** Unbound with the parent's key as its trust anchor, in the format of DNS_SERVERS. */
  readonly validating: string;
  /** The same without validation. */
  readonly plain: string;
  close(): Promise<void>;
}

export const PARENT = 'example';

const head = (name: string): string[] => [
  `$ORIGIN ${name}.`,
  '$TTL 1',
  '@ SOA ns hostmaster 1 3600 600 86400 1',
  '@ NS ns',
  'ns A 127.0.0.1',
];

interface Made {
  readonly file: string;
  readonly ds: readonly string[];
}

const sign = async (dir: string, name: string, lines: readonly string[], dates: readonly string[] = []): Promise<Made> => {
  const source = join(dir, `${name}.zone`);
  const file = join(dir, `${name}.signed`);
  await writeFile(source, `${lines.join('\n')}\n`);
  await run('dnssec-keygen', ['-q', '-a', 'ECDSAP256SHA256', '-K', dir, name]);
  await run('dnssec-signzone', ['-q', '-S', '-z', '-P', ...dates, '-K', dir, '-d', dir, '-o', name, '-f', file, source], { cwd: dir });
  const ds = (await readFile(join(dir, `dsset-${name}.`), 'utf8')).split('\n').filter((line) => line !== '');
  return { file, ds };
};

const otherDigest = (line: string): string => line.replace(/([0-9A-F]{4})$/, (end) => (end === '0000' ? '1111' : '0000'));

const makeZone = async (dir: string, { name, records, fault = { kind: 'none' } }: SignedZone): Promise<Made> => {
  const lines = [...head(name), ...records];
  switch (fault.kind) {
    case 'lame':
      // BIND answers SERVFAIL for a zone that it cannot load.
      return { file: join(dir, 'missing'), ds: [] };
    case 'unsigned': {
      const file = join(dir, `${name}.zone`);
      await writeFile(file, `${lines.join('\n')}\n`);
      return { file, ds: [] };
    }
    case 'expired':
      return sign(dir, name, lines, ['-s', '20250101000000', '-e', '20250201000000']);
    case 'wrong_ds': {
      const made = await sign(dir, name, lines);
      return { ...made, ds: made.ds.map(otherDigest) };
    }
    case 'stripped': {
      const made = await sign(dir, name, lines);
      return { ...made, file: join(dir, `${name}.zone`) };
    }
    case 'tampered': {
      const made = await sign(dir, name, lines);
      const text = await readFile(made.file, 'utf8');
      if (!text.includes(fault.from)) throw new Error(`'${fault.from}' is not in the zone ${name}.`);
      await writeFile(
        made.file,
        text.replace(fault.from, () => fault.to),
      );
      return made;
    }
    default:
      return sign(dir, name, lines);
  }
};

const bindConfig = (dir: string, port: number, zones: readonly { readonly name: string; readonly file: string }[]): string =>
  [
    `options { directory "${dir}"; listen-on port ${port} { 127.0.0.1; }; listen-on-v6 { none; }; recursion no; notify no;`,
    '  pid-file none; session-keyfile none; dnssec-validation no; minimal-responses yes; };',
    'controls { };',
    ...zones.map(({ name, file }) => `zone "${name}" { type primary; file "${file}"; };`),
  ].join('\n');

interface UnboundOptions {
  readonly dir: string;
  readonly port: number;
  readonly bindPort: number;
  /** DS records; without any it does not validate. */
  readonly anchors: readonly string[];
}

const unboundConfig = ({ dir, port, bindPort, anchors }: UnboundOptions): string =>
  [
    'server:',
    `  directory: "${dir}"`,
    '  chroot: ""',
    '  username: ""',
    '  pidfile: ""',
    '  use-syslog: no',
    `  interface: 127.0.0.1@${port}`,
    '  do-ip6: no',
    // It would bind ports by number otherwise, those of other tests' servers too.
    '  outgoing-port-avoid: "0-65535"',
    '  outgoing-port-permit: "61000-65535"',
    '  do-not-query-localhost: no',
    '  num-threads: 1',
    '  cache-max-ttl: 0',
    '  infra-host-ttl: 1',
    '  val-bogus-ttl: 0',
    '  ede: yes',
    // Without it, its errors do not say what is wrong.
    '  val-log-level: 2',
    `  module-config: "${anchors.length === 0 ? 'iterator' : 'validator iterator'}"`,
    ...anchors.map((anchor) => `  trust-anchor: "${anchor}"`),
    'remote-control:',
    '  control-enable: no',
    'stub-zone:',
    `  name: "${PARENT}"`,
    `  stub-addr: 127.0.0.1@${bindPort}`,
  ].join('\n');

/** Starts a server in the foreground; throws with its last words if it ends before it answers. */
const startServer = async (command: string, args: readonly string[], address: string): Promise<ChildProcess> => {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let words = '';
  let ended = false;
  const hear = (chunk: Buffer): void => {
    words = `${words}${chunk.toString()}`.slice(-2_000);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  child.on('exit', () => {
    ended = true;
  });
  const client = createDnsClient({ servers: [address], timeoutMs: 250 });
  while (!ended) {
    if ((await client.query(PARENT, 'SOA', new AbortController().signal)).kind === 'answer') return child;
  }
  throw new Error(`${command} ended: ${words}`);
};

const stop = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });

/** Serves signed zones below `example.` with BIND on loopback, and two Unbound resolvers in front of it. */
export const startSignedZones = async (zones: readonly SignedZone[]): Promise<SignedZones> => {
  const dir = await mkdtemp(join(tmpdir(), 'notafter-zones-'));
  const made = await Promise.all(zones.map(async (zone) => ({ name: zone.name, ...(await makeZone(dir, zone)) })));
  const delegations = made.flatMap(({ name, ds }) => [`${name}. NS ns.${name}.`, `ns.${name}. A 127.0.0.1`, ...ds]);
  const parent = await sign(dir, PARENT, [...head(PARENT), ...delegations]);
  const served = [{ name: PARENT, file: parent.file }, ...made];
  const [bindPort, validatingPort, plainPort] = [await freePort(), await freePort(), await freePort()];
  await writeFile(join(dir, 'named.conf'), bindConfig(dir, bindPort, served));
  const shared = { dir, bindPort };
  await writeFile(join(dir, 'validating.conf'), unboundConfig({ ...shared, port: validatingPort, anchors: parent.ds }));
  await writeFile(join(dir, 'plain.conf'), unboundConfig({ ...shared, port: plainPort, anchors: [] }));
  const children: ChildProcess[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(children.map(stop));
    await rm(dir, { recursive: true, force: true });
  };
  const [validating, plain] = [`127.0.0.1:${validatingPort}`, `127.0.0.1:${plainPort}`];
  try {
    children.push(await startServer('named', ['-g', '-c', join(dir, 'named.conf')], `127.0.0.1:${bindPort}`));
    children.push(await startServer('unbound', ['-d', '-c', join(dir, 'validating.conf')], validating));
    children.push(await startServer('unbound', ['-d', '-c', join(dir, 'plain.conf')], plain));
  } catch (error) {
    await close();
    throw error;
  }
  return { validating, plain, close };
};
