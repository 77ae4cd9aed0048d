import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { findChromium } from './scripts/chromium.ts';
import { findPythonRequests } from './scripts/python-requests.ts';
import {
  canRun,
  canRunAcme,
  canRunAsRoot,
  canRunClients,
  canRunDebianServers,
  canRunDockerd,
  canRunJdbc,
  canRunPostfix,
  canRunSignedDns,
  SERVERS_PATH,
  testEngines,
} from './scripts/test-servers.ts';
import { type LeftOut, type PartlyProven, TotalsReporter } from './scripts/vitest/totals-reporter.ts';

const chromium = findChromium();
const python = findPythonRequests();
const signedDns = canRunSignedDns();
const journeys = 'apps/server/**/*.journey.test.ts';
const pythonTests = '{apps/server,packages}/**/*.python.test.ts';
const signedDnsTests = 'packages/preflight/**/*.signed-dns.test.ts';
const dockerTests = '{packages/provisioning,apps/server}/**/*.docker{,.journey}.test.ts';
const clientTests = 'packages/provisioning/**/*.clients.test.ts';
const jdbcTests = 'packages/provisioning/**/*.jdbc.test.ts';
// Each names the engine that it runs.
const engineTests = (name: string) => `{packages/provisioning,apps/server}/**/*.${name}.test.ts`;
const promtoolTests = 'apps/server/**/*.promtool.test.ts';
const alertmanagerTests = 'packages/channels/**/*.alertmanager.test.ts';
const keytoolTests = 'packages/keystores/**/*.keytool.test.ts';
const postfixTests = 'packages/preflight/**/*.postfix.test.ts';
const rootTests = 'apps/collector/**/*.root.test.ts';
const acmeTests = 'apps/server/**/*.acme.test.ts';
const debianTests = 'apps/server/**/*.debian.journey.test.ts';
const leaveOut = (canRunThem: boolean, ...parts: LeftOut[]): LeftOut[] => (canRunThem ? [] : parts);
// `npm test` names the files that this machine cannot run.
const leftOut: LeftOut[] = [
  ...leaveOut(chromium !== undefined, {
    files: journeys,
    because: 'no Chromium found (install one, or set CHROMIUM_PATH)',
    unproven: 'every screen in a browser',
  }),
  ...leaveOut(python !== undefined, {
    files: pythonTests,
    because: 'no python3 with requests found (on Debian: apt-get install python3-requests)',
    unproven: 'a generated client, and the end of a process with several threads',
  }),
  ...leaveOut(signedDns, {
    files: signedDnsTests,
    because: 'no BIND and Unbound found (on Debian: apt-get install bind9 bind9-utils unbound)',
    unproven: 'CAA and DNSSEC of signed zones',
  }),
  ...leaveOut(signedDns && canRunPostfix(), {
    files: postfixTests,
    because: 'no BIND, Unbound and Postfix found, or not root (on Debian: apt-get install bind9 bind9-utils unbound postfix)',
    unproven: 'DANE of a mail server',
  }),
  ...leaveOut(canRun(['promtool']), {
    files: promtoolTests,
    because: 'no promtool found (on Debian: apt-get install prometheus)',
    unproven: 'the alert rules and the dashboard of ops/',
  }),
  ...leaveOut(canRun(['prometheus-alertmanager']), {
    files: alertmanagerTests,
    because: 'no Alertmanager found (on Debian: apt-get install prometheus-alertmanager)',
    unproven: 'alerts to an Alertmanager',
  }),
  ...leaveOut(canRunAsRoot(), {
    files: rootTests,
    because: 'not root, or no mount, unshare and ip found (on Debian: apt-get install mount util-linux iproute2)',
    unproven: 'a full disk, and a hostile server that asks a collector for cloud metadata',
  }),
  ...leaveOut(canRun(['keytool']), {
    files: keytoolTests,
    because: 'no keytool found (on Debian: apt-get install default-jre-headless)',
    unproven: "keystores of this machine's Java",
  }),
  ...leaveOut(canRunAcme(), {
    files: acmeTests,
    because:
      'not all of lego, Pebble and servers found, or not root (on Debian: apt-get install lego pebble nginx-light haproxy redis-server postgresql)',
    unproven: 'renewals by an ACME client that servers do not load',
  }),
  ...leaveOut(canRunDebianServers(), {
    files: debianTests,
    because:
      'not all servers found, or not root (on Debian: apt-get install postfix dovecot-imapd dovecot-pop3d slapd prosody postgresql mariadb-server-core nats-server nginx-light haproxy)',
    unproven: 'endpoints of mail, directory, database and message servers',
  }),
  ...leaveOut(canRunDockerd(), {
    files: dockerTests,
    because: 'no dockerd and debootstrap found, or not root (on Debian: apt-get install docker.io debootstrap)',
    unproven: 'data services in containers, the container image and the Debian package',
  }),
  ...leaveOut(canRunClients(), {
    files: clientTests,
    because:
      'not all clients and engines found, or not root (on Debian: apt-get install postgresql-client mariadb-client-core influxdb-client mosquitto-clients curl python3-psycopg python3-pymysql python3-pika python3-requests mariadb-server-core influxdb rabbitmq-server)',
    unproven: 'the connection lines of data services',
  }),
  ...leaveOut(canRunJdbc(), {
    files: jdbcTests,
    because: 'no JDK and JDBC drivers found (on Debian: apt-get install default-jdk-headless libpostgresql-jdbc-java libmariadb-java)',
    unproven: 'the connection lines for JDBC',
  }),
  ...testEngines.flatMap(({ name, programs, packages }) =>
    leaveOut(canRun(programs), {
      files: engineTests(name),
      because: `no ${name} found (on Debian: apt-get install ${packages})`,
      unproven: `${name} as a data service`,
    }),
  ),
];
// Their images and clouds are out of reach of any test.
const partlyProven: PartlyProven[] = [
  {
    files: 'first-boot/first-boot.docker.test.ts',
    because: "A registry and a cloud are out of reach: Debian's engines booted in their place, with the same user data",
    unproven: 'first boots of the official images of PostgreSQL, TimescaleDB, MySQL and RabbitMQ, and machines of real clouds',
  },
];
const forAll = ['./scripts/vitest/fail-on-console-error.ts'];
// Not for the web projects: they have no properties, and fast-check takes time to load.
const setupFiles = [...forAll, './packages/net/src/testing/seed-properties.ts'];
const serverPrograms = { PATH: SERVERS_PATH, ...(python === undefined ? {} : { PYTHON_PATH: python }) };
const clusterSetup = ['./packages/db/src/testing/global-setup.ts'];

function testsOf(...folders: string[]): string[] {
  return folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`);
}

// A state that arrives is seen at once; long limits only help on a busy machine. They end hanging tests: slow work, such as creating
// a database cluster, is slow because the machine is busy.
const patience = { expect: { poll: { timeout: 45_000 } }, testTimeout: 180_000, hookTimeout: 300_000 };

// Files share workers and the modules loaded there: loading them again for each file took more CPU than the tests. `vi.mock` does
// not affect a module that is already loaded, so only isolated projects support it.
const sharesModules = { isolate: false };
const mocking = globSync(testsOf('apps/web/app', 'apps/web/vite')).filter((file) => readFileSync(file, 'utf8').includes('vi.mock('));
const web = { ...patience, environment: 'happy-dom', setupFiles: [...forAll, 'apps/web/app/testing/patience.ts'] };

export default defineConfig({
  test: {
    // One more than cores, since tests of outages and of browsers wait for most of their time.
    maxWorkers: Math.max(3, availableParallelism()),
    reporters: ['default', ...(process.env.GITHUB_ACTIONS ? ['github-actions'] : []), new TotalsReporter(leftOut, partlyProven)],
    projects: [
      {
        test: {
          ...sharesModules,
          ...patience,
          name: 'unit',
          environment: 'node',
          include: testsOf(
            'packages/{domain,client,config,net,tls,keystores,bundles,discovery,preflight,transparency,channels,mail,provisioning}',
            'scripts',
          ),
          exclude: [...configDefaults.exclude, ...leftOut.map(({ files }) => files)],
          env: serverPrograms,
          setupFiles,
        },
      },
      {
        test: {
          ...sharesModules,
          ...patience,
          name: 'pg',
          environment: 'node',
          include: testsOf('packages/{db,jobs,auth,features,trpc,testing}', 'apps/{rest,worker}'),
          globalSetup: clusterSetup,
          setupFiles,
        },
      },
      {
        test: {
          ...sharesModules,
          ...patience,
          name: 'cli',
          environment: 'node',
          include: testsOf('apps/cli', 'apps/collector', 'packages/command-line'),
          exclude: [...configDefaults.exclude, ...leftOut.map(({ files }) => files)],
          setupFiles,
        },
      },
      { test: { ...web, ...sharesModules, name: 'web', include: testsOf('apps/web/app', 'apps/web/vite'), exclude: mocking } },
      { test: { ...web, name: 'web-mocks', include: mocking } },
      {
        test: {
          ...sharesModules,
          ...patience,
          // Long journeys and whole starts, each step of which has its own limit.
          testTimeout: 300_000,
          name: 'server',
          environment: 'node',
          include: testsOf('apps/server'),
          exclude: [...configDefaults.exclude, ...leftOut.map(({ files }) => files)],
          env: { ...serverPrograms, ...(chromium === undefined ? {} : { CHROMIUM_PATH: chromium }) },
          globalSetup: clusterSetup,
          setupFiles,
        },
      },
    ],
  },
});
