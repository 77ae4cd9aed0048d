import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { alerts } from '@notafter/db';
import { addToken, sweepAlerts } from '@notafter/features';
import { freePort } from '@notafter/net/testing';
import { makeOrganization, makeUser, openAs } from '@notafter/testing';
import { createAuthority, keyPair } from '@notafter/tls/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Plan, type RunningProgram, runProgram } from './testing/debian/program.ts';
import { plainScreens } from './testing/plain-screens.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';
import { until } from './testing/until.ts';

// A real CA and ACME client renew the certificates of real servers, which are not reloaded; a collector watches files and servers.

const run = promisify(execFile);
const collectorProgram = resolve(import.meta.dirname, '../../collector/src/main.ts');
const [initdb = ''] = globSync('/usr/lib/postgresql/*/bin/initdb');
const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'] as const;

// Every run on this machine has its own part of the loopback net, because the ports are the usual ones.
const net = `127.${64 + ((process.pid >> 8) % 128)}.${process.pid & 255}`;

let folder: string;
let server: TestServer;
let authorization: string;
let directory: string;
const running: RunningProgram[] = [];

const fileOf = (name: string, kind: 'crt' | 'key' | 'pem'): string => join(folder, 'lego/certificates', `${name}.${kind}`);

interface Watched {
  readonly name: string;
  readonly target: string;
  readonly plan: Plan;
  readonly reload: () => readonly [string, ...string[]];
}

const nginxConfig = (dir: string, listen: string, name: string): string => `daemon off;
pid ${dir}/pid;
error_log stderr;
events { worker_connections 64; }
http {
  access_log off;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `  ${kind}_temp_path ${dir}/${kind};`).join('\n')}
  server { listen ${listen} ssl; ssl_certificate ${fileOf(name, 'crt')}; ssl_certificate_key ${fileOf(name, 'key')}; return 204; }
}
`;

const haproxyConfig = (listen: string, name: string): string => `global
  maxconn 64
  nbthread 1
defaults
  mode http
  timeout connect 60s
  timeout client 60s
  timeout server 60s
frontend site
  bind ${listen} ssl crt ${fileOf(name, 'pem')}
  http-request return status 204
`;

const watchedServers = (): readonly Watched[] => {
  const dirOf = (name: string): string => join(folder, name);
  const [web, lb, db, cache] = ['web.acme.test', 'lb.acme.test', 'db.acme.test', 'cache.acme.test'] as const;
  const nginx = ['nginx', '-e', 'stderr', '-p', dirOf('nginx'), '-c', `${dirOf('nginx')}/nginx.conf`] as const;
  const data = join(dirOf('postgresql'), 'data');
  return [
    {
      name: web,
      target: `${web}?address=${net}.1`,
      plan: {
        name: 'nginx',
        config: { file: 'nginx.conf', text: (dir) => nginxConfig(dir, `${net}.1:443`, web) },
        command: () => nginx,
        listens: [{ address: `${net}.1`, port: 443 }],
      },
      reload: () => [...nginx, '-s', 'reload'],
    },
    {
      name: lb,
      target: `${lb}?address=${net}.2`,
      plan: {
        name: 'haproxy',
        config: { file: 'haproxy.cfg', text: () => haproxyConfig(`${net}.2:443`, lb) },
        command: () => ['haproxy', '-W', '-db', '-f', 'haproxy.cfg', '-p', 'pid'],
        listens: [{ address: `${net}.2`, port: 443 }],
      },
      reload: () => ['sh', '-c', `kill -USR2 $(head -1 ${dirOf('haproxy')}/pid)`],
    },
    {
      name: db,
      target: `postgres://${db}?address=${net}.3`,
      plan: {
        name: 'postgresql',
        owner: 'postgres',
        prepare: () => [...asPostgres, initdb, '-D', data, '-A', 'reject', '--no-sync', '--no-instructions'],
        command: (dir) => [
          ...asPostgres,
          join(dirname(initdb), 'postgres'),
          ...['-D', data, '-p', '5432', '-c', `listen_addresses=${net}.3`, '-c', `unix_socket_directories=${dir}`, '-c', 'fsync=off'],
          ...['-c', 'ssl=on', '-c', `ssl_cert_file=${fileOf(db, 'crt')}`, '-c', `ssl_key_file=${fileOf(db, 'key')}`],
        ],
        listens: [{ address: `${net}.3`, port: 5432 }],
        stopsBy: 'SIGINT',
      },
      reload: () => [...asPostgres, join(dirname(initdb), 'pg_ctl'), 'reload', '-D', data],
    },
    {
      name: cache,
      target: `${cache}:6379?address=${net}.4`,
      plan: {
        name: 'redis',
        command: () => [
          'redis-server',
          ...['--port', '0', '--tls-port', '6379', '--bind', `${net}.4`, '--tls-auth-clients', 'no', '--save', ''],
          ...[
            '--tls-cert-file',
            fileOf(cache, 'crt'),
            '--tls-key-file',
            fileOf(cache, 'key'),
            '--tls-ca-cert-file',
            join(folder, 'ca.pem'),
          ],
        ],
        listens: [{ address: `${net}.4`, port: 6379 }],
      },
      reload: () => [
        'redis-cli',
        ...['--tls', '--insecure', '-h', `${net}.4`, '-p', '6379', 'CONFIG', 'SET', 'tls-cert-file', fileOf(cache, 'crt')],
      ],
    },
  ];
};

/** Let's Encrypt's test CA, which trusts every client. */
const startPebble = async (): Promise<void> => {
  const authority = createAuthority({ name: 'Pebble' });
  const issued = authority.issue(['localhost'], { key: keyPair('P-256', 'pebble') });
  const [port, managementPort] = [await freePort(), await freePort()];
  await writeFile(join(folder, 'ca.pem'), authority.root.pem);
  await writeFile(join(folder, 'pebble.pem'), issued.chainPem);
  await writeFile(join(folder, 'pebble.key'), issued.key.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const config = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${managementPort}`,
    ...{ certificate: join(folder, 'pebble.pem'), privateKey: join(folder, 'pebble.key'), httpPort: 5002, tlsPort: 5001 },
  };
  running.push(
    await runProgram(join(folder, 'pebble'), {
      name: 'pebble',
      config: { file: 'pebble.json', text: () => JSON.stringify({ pebble: config }) },
      command: () => [
        'env',
        'PEBBLE_VA_NOSLEEP=1',
        'PEBBLE_VA_ALWAYS_VALID=1',
        'PEBBLE_WFE_NONCEREJECT=0',
        'pebble',
        '-config',
        'pebble.json',
      ],
      listens: [{ address: '127.0.0.1', port }],
    }),
  );
  directory = `https://localhost:${port}/dir`;
};

const lego = async (name: string, ...command: readonly string[]): Promise<void> => {
  const options = ['--server', directory, '--accept-tos', '--email', 'ops@acme.test', '--domains', name, '--path', join(folder, 'lego')];
  const env = { ...process.env, LEGO_CA_CERTIFICATES: join(folder, 'ca.pem') };
  await run('lego', [...options, '--pem', '--http', '--http.port', `${net}.9:5002`, ...command], { env });
  for (const path of ['lego', 'lego/certificates']) await chmod(join(folder, path), 0o755);
  await chmod(fileOf(name, 'crt'), 0o644);
  // PostgreSQL accepts only a key that its user owns.
  if (name.startsWith('db.')) await run('chown', ['postgres', fileOf(name, 'key')]);
};

const collector = async (command: string, ...args: readonly string[]): Promise<void> => {
  const child = spawn(process.execPath, [collectorProgram, command, '--config', join(folder, 'collector.yaml'), ...args], {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test', NOTAFTER_URL: server.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await once(child, 'close');
  expect(child.exitCode, text).toBe(0);
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notafter-acme-'));
  await chmod(folder, 0o755);
  // A reload may take one interval of checks: here, some seconds.
  const env = { CHECK_INTERVAL_HOURS: '0.001' };
  [server] = await Promise.all([startTestServer({ screens: plainScreens, env }), startPebble()]);
  const orgId = await makeOrganization(server.system, { plan: 'Enterprise' });
  const person = await openAs(server.system, await makeUser(server.system, orgId, {}));
  authorization = `Bearer ${(await addToken(person, { name: 'CI' })).secret}`;
});
afterAll(async () => {
  await Promise.all([server?.close(), ...running.map((program) => program.close())]);
  await rm(folder, { recursive: true, force: true });
});

const call = async <Shape>(shape: z.ZodType<Shape>, path: string, json?: unknown): Promise<Shape> => {
  const { status, body, text } = await server.call(path, { headers: { authorization }, ...(json === undefined ? {} : { json }) });
  expect(status, text).toBe(200);
  return shape.parse(body);
};
const listed = z.object({ certificates: z.array(z.object({ id: z.string(), domain: z.string() })) });
const deployed = z.object({
  deployment: z.object({ state: z.string().nullable(), reload_commands: z.array(z.object({ server: z.string() })) }).nullable(),
});
const recorded = z.object({ collector: z.object({ id: z.string(), sequence: z.int(), waiting_bundles: z.int() }) });

it('finds servers that were not reloaded after a renewal within one scan, alerts once for each, and closes with the reload', {
  timeout: 900_000,
}, async () => {
  const servers = watchedServers();
  for (const { name, plan } of servers) {
    await lego(name, 'run');
    running.push(await runProgram(join(folder, plan.name), plan));
  }
  const config = {
    allow: { networks: [`${net}.0/24`], ports: [443, 5432, 6379] },
    targets: servers.map(({ target }) => target),
    files: [{ pattern: 'lego/certificates/*.acme.test.crt' }, { pattern: 'lego/certificates/lb.acme.test.pem' }],
    dataDir: 'data',
  };
  await writeFile(join(folder, 'collector.yaml'), JSON.stringify(config));
  const { collector: added, token } = await call(
    z.object({ collector: z.object({ id: z.string() }), token: z.string() }),
    '/v1/collectors',
    {
      name: 'Rack 1',
      carried_every_seconds: null,
    },
  );
  await collector('enroll', token);
  let sequence = 1;
  const scan = async (): Promise<void> => {
    await collector('run', '--once');
    sequence += 1;
    await expect
      .poll(async () => (await call(recorded, `/v1/collectors/${added.id}`)).collector, { interval: 1_000, timeout: 100_000 })
      .toMatchObject({ sequence, waiting_bundles: 0 });
  };
  const states = async () => {
    const { certificates } = await call(listed, '/v1/certificates/list');
    return Promise.all(
      certificates.map(async ({ id, domain }) => {
        const { deployment } = await call(deployed, `/v1/certificates/${id}/deployment`);
        return [domain, deployment?.state, deployment?.reload_commands[0]?.server];
      }),
    );
  };
  const raised = async () => {
    const rows = await server.system.db.select().from(alerts);
    return rows.flatMap(({ rule, domain, resolution }) => (rule === 'not_deployed' ? [[domain, resolution]] : [])).sort();
  };
  const all = <Value>(value: Value) => servers.map(({ target }) => [target, value]).sort();

  await scan();
  expect((await states()).map(([, state]) => state)).toEqual([null, null, null, null]);

  const before = await readFile(fileOf(servers[0]?.name ?? '', 'crt'), 'utf8');
  for (const { name } of servers) await lego(name, 'renew', '--days', '100000', '--no-random-sleep');
  expect(await readFile(fileOf(servers[0]?.name ?? '', 'crt'), 'utf8')).not.toBe(before);
  await scan();
  expect((await states()).map(([, state]) => state)).toEqual(['not_reloaded', 'not_reloaded', 'not_reloaded', 'not_reloaded']);

  await until('every server is alerted on', 180_000, async () => {
    await scan();
    await sweepAlerts(server.system);
    return (await raised()).length >= servers.length;
  });
  await scan();
  await sweepAlerts(server.system);
  expect(await raised()).toEqual(all(null));

  for (const { reload } of servers) {
    const [command, ...args] = reload();
    await run(command, args);
  }
  await until('every server serves its new certificate', 180_000, async () => {
    await scan();
    return (await states()).every(([, state]) => state === null);
  });
  await sweepAlerts(server.system);
  expect(await raised()).toEqual(all('recovered'));
});
