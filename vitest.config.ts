import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { findChromium } from './scripts/chromium.ts';
import { findPythonRequests } from './scripts/python-requests.ts';
import { type LeftOut, TotalsReporter } from './scripts/vitest/totals-reporter.ts';

const chromium = findChromium();
const python = findPythonRequests();
const journeys = 'apps/server/**/*.journey.test.ts';
const pythonTests = 'apps/server/**/*.python.test.ts';
// `npm test` names the files that this machine cannot run.
const leftOut: LeftOut[] = [
  ...(chromium === undefined
    ? [{ files: journeys, because: 'there is no Chromium on this machine (install one, or set CHROMIUM_PATH)' }]
    : []),
  ...(python === undefined
    ? [{ files: pythonTests, because: 'there is no python3 with requests on this machine (on Debian: apt-get install python3-requests)' }]
    : []),
];
const forAll = ['./scripts/vitest/fail-on-console-error.ts'];
// Not for the project `web`, whose files are loaded each on its own: it has no properties, and fast-check takes its time.
const setupFiles = [...forAll, './packages/net/src/testing/seed-properties.ts'];
const clusterSetup = ['./packages/db/src/testing/global-setup.ts'];

function testsOf(...folders: string[]): string[] {
  return folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`);
}

// A state that comes is found at once; one that never comes is worth the wait on a busy machine. The limits end what hangs:
// what is slow, such as making a database cluster, is so by a busy machine.
const patience = { expect: { poll: { timeout: 45_000 } }, testTimeout: 180_000, hookTimeout: 300_000 };

// Files take turns in the same workers and share the modules loaded there: to load them anew for each file took more CPU than
// the tests themselves. `vi.mock` comes too late for a module that is already loaded: only isolated projects have it.
const sharesModules = { isolate: false };

export default defineConfig({
  test: {
    // Vitest leaves one core to itself, which of two is half; it idles while tests run.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    reporters: ['default', ...(process.env.GITHUB_ACTIONS ? ['github-actions'] : []), new TotalsReporter(leftOut)],
    projects: [
      {
        test: {
          ...sharesModules,
          ...patience,
          name: 'unit',
          environment: 'node',
          include: testsOf('packages/{domain,config,net,tls,discovery,channels,mail}', 'scripts'),
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
          include: testsOf('apps/cli'),
          setupFiles,
        },
      },
      {
        test: {
          ...patience,
          name: 'web',
          environment: 'happy-dom',
          include: testsOf('apps/web'),
          setupFiles: [...forAll, 'apps/web/app/testing/patience.ts'],
        },
      },
      {
        test: {
          ...sharesModules,
          ...patience,
          // Long journeys and whole starts, of which each step has a limit of its own.
          testTimeout: 300_000,
          name: 'server',
          environment: 'node',
          include: testsOf('apps/server'),
          exclude: [...configDefaults.exclude, ...leftOut.map(({ files }) => files)],
          env: { ...(chromium === undefined ? {} : { CHROMIUM_PATH: chromium }), ...(python === undefined ? {} : { PYTHON_PATH: python }) },
          globalSetup: clusterSetup,
          setupFiles,
        },
      },
    ],
  },
});
