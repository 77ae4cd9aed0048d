import type { Page } from 'playwright-core';
import {
  type AccountCloud,
  addMs,
  brandId,
  type CloudSlug,
  DAY_MS,
  findRegion,
  forEachServicePlan,
  forEachSolution,
  MINUTE_MS,
  monthlyUsd,
  SECOND_MS,
  type ServicePlanName,
  type SolutionSlug,
  servicePlan,
  solutions,
  writeDates,
} from '../../packages/domain/src/index.ts';
import type { CloudAccountView, OperationView, ServiceDetail, ServiceView } from '../../packages/features/src/index.ts';
import { answer, type Shot } from './shot.ts';

// The answers of a cloud that is not there: a row in the database would be looked at each minute, and found missing.
const now = new Date();
const ago = (ms: number): Date => addMs(now, -ms);

const operation: OperationView = {
  id: brandId('01989f0a-7c1e-7b42-9f60-000000000021'),
  kind: 'service_deployment',
  step: 'wait_for_engine',
  label: 'Waiting for the first sign-in',
  percent: 61.3,
  isSlow: false,
  isUndoing: false,
  lastAnswer: 'The instance is starting.',
  nextTryAt: addMs(now, 2 * SECOND_MS),
  startedAt: ago(MINUTE_MS),
};
const slow: OperationView = { ...operation, percent: 88.4, isSlow: true, lastAnswer: 'The cloud answered: 503 Service Unavailable.' };

interface Shown {
  readonly id: string;
  readonly solution: SolutionSlug;
  readonly cloud?: CloudSlug;
  readonly region?: string;
  readonly plan?: ServicePlanName;
  readonly days?: number;
}

const shown = (
  { id, solution, cloud = 'aws', region = 'eu-central-1', plan = 'hobbyist', days = 41 }: Shown,
  changes: Partial<ServiceView> = {},
): ServiceView => {
  const { hourlyUsd, instanceType, memoryMib, cpus, diskGib } = servicePlan(plan);
  return {
    resourceId: id,
    solution,
    cloud,
    region,
    regionName: findRegion(cloud, region)?.name ?? region,
    plan,
    instanceType,
    status: 'running',
    problem: null,
    operation: null,
    hourlyUsd,
    monthlyUsd: monthlyUsd(hourlyUsd),
    host: `${id}.svc.harborline.example`,
    ports: solutions[solution].ports.map(({ name, port }) => ({ name, port })),
    user: solutions[solution].defaultUser ?? 'maren@harborline.example',
    version: solution === 'postgres' ? '18.1' : '12.3.0',
    size: { memoryMib, cpus, diskGib },
    runningSince: ago(days * DAY_MS),
    restarts: 0,
    observedAt: now,
    certificateNotAfter: addMs(now, (90 - (days % 60)) * DAY_MS),
    isProtected: false,
    cost: { soFarUsd: 194.86, monthUsd: 104.56, monthForecastUsd: 142.58 },
    account: null,
    drift: null,
    createdAt: ago(days * DAY_MS + MINUTE_MS),
    ...changes,
  };
};

const money = (monthUsd: number, monthForecastUsd: number) => ({ soFarUsd: monthForecastUsd, monthUsd, monthForecastUsd });
const cloudAccounts: { readonly clouds: readonly AccountCloud[]; readonly accounts: readonly CloudAccountView[] } = {
  clouds: ['aws', 'digitalocean', 'gcp', 'azure'],
  accounts: [
    {
      ...{ id: null, name: 'Account of this installation', cloud: 'aws', problem: null, isRefused: false, checkedAt: null },
      ...{ serviceCount: 2, cost: money(186.4, 289.12) },
    },
    {
      ...{ id: brandId('0198b5a0-0000-7000-8000-0000000000a1'), name: 'Production', cloud: 'digitalocean', problem: null },
      ...{ isRefused: false, checkedAt: now, serviceCount: 1, cost: money(342.2, 531.61) },
    },
    {
      ...{ id: brandId('0198b5a0-0000-7000-8000-0000000000a2'), name: 'Analytics team', cloud: 'azure', checkedAt: now },
      problem: 'The Azure account lacks the permission Microsoft.Compute/virtualMachines/write. Give its application the role Contributor.',
      ...{ isRefused: true, serviceCount: 1, cost: money(1203.9, 2749.65) },
    },
  ],
};

const notRunning = { runningSince: null, host: null, size: null, version: null, certificateNotAfter: null };
const postgres: Shown = { id: 'pg-7f3a91c2', solution: 'postgres' };
const listed = [
  shown(postgres),
  shown(
    { id: 'gr-12ab9f00', solution: 'grafana', cloud: 'local', region: 'local', days: 12 },
    { status: 'deploying', operation, ...notRunning },
  ),
  shown(
    { id: 'rmq-0c44d1e7', solution: 'rabbitmq', cloud: 'digitalocean', region: 'fra1', plan: 'professional', days: 200 },
    { status: 'unwell', problem: 'It restarts again and again: 4 times in 10 minutes.', restarts: 4 },
  ),
  shown(
    { id: 'ch-5e6f7a8b', solution: 'clickhouse', cloud: 'azure', region: 'eastus', plan: 'enterprise', days: 3 },
    { status: 'failed', problem: 'The quota of this subscription has no room for Standard_E16s_v5.', ...notRunning },
  ),
  shown(
    { id: 'my-99887766', solution: 'mysql', cloud: 'local', region: 'local', plan: 'business', days: 1 },
    { version: '11.8.3-MariaDB' },
  ),
];

const event = (number: number, days: number, text: string) => ({
  id: brandId<'service-event'>(`01989f0a-7c1e-7b42-9f60-00000000003${number}`),
  text,
  at: ago(days * DAY_MS),
});
const fingerprint = Array.from({ length: 32 }, (_, index) => (index * 7 + 16).toString(16).toUpperCase().slice(-2)).join(':');
const detail = (of: Shown = postgres, changes: Partial<ServiceDetail> = {}): ServiceDetail => ({
  ...shown(of),
  authority: '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n',
  cost: { soFarUsd: 194.86, monthUsd: 104.56, monthForecastUsd: 142.58 },
  extraNames: [],
  allowlist: { reasonAgainst: null, ranges: ['203.0.113.0/24'] },
  certificateNames: [`${of.id}.svc.harborline.example`, '192.0.2.17'],
  certificateFingerprint256: fingerprint,
  servedFingerprint256: fingerprint,
  passwordChangedAt: ago(3 * DAY_MS),
  canRotatePassword: true,
  backups: { reasonAgainst: null, interruption: null, schedule: 'daily', problem: null, place: '/var/backups/notafter' },
  events: [
    event(4, 3, 'The password was changed.'),
    event(3, 20, 'Resized from professional to hobbyist (t3.medium).'),
    event(2, 41, 'PostgreSQL 18.1 is running.'),
    event(1, 41.001, 'Deployment of PostgreSQL (professional) began.'),
  ],
  ...changes,
});

const backup = (number: number, days: number, changes: object = {}) => ({
  ...{ id: `01989f0a-7c1e-7b42-9f60-00000000004${number}`, resourceId: postgres.id, solution: 'postgres', serviceDeletedAt: null },
  ...{ cause: 'schedule', state: 'ok', failure: null, engine: '18.1', bytes: 5_242_880, tables: 12 },
  ...{ takenAt: ago(days * DAY_MS), finishedAt: ago(days * DAY_MS - MINUTE_MS) },
  ...changes,
});
const backups = {
  backups: [
    backup(3, 0.2),
    backup(2, 1.2, { state: 'failed', failure: 'The backup store /var/backups/notafter is full (ENOSPC).', bytes: null, tables: null }),
    backup(1, 2.2, { cause: 'person' }),
  ],
  drills: [
    {
      ...{ id: '01989f0a-7c1e-7b42-9f60-000000000051', state: 'passed', backupTakenAt: ago(2.2 * DAY_MS), failure: null },
      evidence: { files: 1204, bytes: 31_457_280, matching: 12, unknown: 1, rows: 100_000, differences: [] },
      ...{ startedAt: ago(2 * DAY_MS), finishedAt: ago(2 * DAY_MS) },
    },
  ],
};

const oldConnections = {
  changedAt: ago(3 * DAY_MS),
  reasonAgainst: null,
  connections: [
    { client: 'billing-api', address: '192.0.2.40', count: 12, since: ago(20 * DAY_MS) },
    { client: null, address: '192.0.2.51', count: 1, since: ago(9 * DAY_MS) },
  ],
};

const size = forEachServicePlan(({ memoryMib, cpus, diskGib }) => ({ memoryMib, cpus, diskGib }));
const smaller = forEachServicePlan(({ memoryMib, cpus, diskGib }) => ({
  memoryMib: Math.min(memoryMib, 8192),
  cpus: Math.min(cpus, 4),
  diskGib,
}));
const runs = { runs: true, by: 'machine', version: '18.1' };
const catalog = {
  clouds: [
    {
      cloud: 'local',
      accounts: [],
      solutions: forEachSolution((slug) =>
        ['postgres', 'metabase'].includes(slug) ? runs : { runs: false, reason: 'It needs a container engine, and none was found.' },
      ),
      sizes: smaller,
    },
    { cloud: 'aws', accounts: cloudAccounts.accounts.slice(0, 1), solutions: forEachSolution(() => runs), sizes: size },
  ],
};

const wired = (page: Page, procedure: string, value: object) => answer(page, procedure, Object(writeDates(value)));
const press = (page: Page, path: string): Promise<void> =>
  page.evaluate((href) => document.querySelector<HTMLAnchorElement>(`a[href="${href}"]`)?.click(), path);

const toList = async (page: Page, services: readonly object[] = listed): Promise<void> => {
  await wired(page, 'services.list', { services, total: services.length, nextCursor: null });
  await wired(page, 'services.cloudAccounts', cloudAccounts);
  await press(page, '/services');
  await page.getByRole('table', { name: 'Services' }).getByRole('link').first().waitFor();
};
const toDetail = (service: object) => async (page: Page) => {
  await wired(page, 'services.get', service);
  await wired(page, 'services.backups', backups);
  await wired(page, 'services.oldConnections', oldConnections);
  await toList(page);
  await press(page, `/services/${postgres.id}`);
  await page.getByRole('heading', { name: postgres.id }).waitFor();
};
const toResize = (service: object) => async (page: Page) => {
  await wired(page, 'services.catalog', catalog);
  await toDetail(service)(page);
  await page.getByRole('link', { name: 'Resize Service' }).click();
  await page.getByRole('heading', { name: 'Select a Size' }).waitFor();
};
const toCreate = async (page: Page): Promise<void> => {
  await wired(page, 'services.catalog', catalog);
  await toList(page);
  await page.getByRole('link', { name: 'Create Service' }).click();
  await page.getByRole('radiogroup', { name: 'Solution' }).waitFor();
};
const choose = async (page: Page, solution: string, cloud: string, region: string, plan: string): Promise<void> => {
  await page.getByRole('radio', { name: solution, exact: true }).check();
  await page.getByRole('radio', { name: cloud, exact: true }).first().check();
  await page.getByRole('radiogroup', { name: 'Region' }).getByRole('radio', { name: region, exact: true }).check();
  await page.getByRole('radio', { name: plan, exact: true }).check();
  await page.evaluate(() => window.scrollTo(0, 0));
};
const aws = ['PostgreSQL', 'AWS', 'Frankfurt', 'hobbyist'] as const;
const here = ['PostgreSQL', 'This server', 'This server', 'professional'] as const;
const chosen =
  (...choices: readonly [string, string, string, string]) =>
  async (page: Page) => {
    await toCreate(page);
    await choose(page, ...choices);
  };
const asking = async (page: Page): Promise<void> => {
  await chosen(...here)(page);
  await page.getByRole('button', { name: 'Deploy', exact: true }).click();
  await page.getByRole('dialog', { name: 'Confirm Deployment' }).waitFor();
};
const deploying = (service: object, dialog: string) => async (page: Page) => {
  await asking(page);
  await answer(page, 'services.deploy', { resourceId: postgres.id, status: 'deploying' });
  await wired(page, 'services.get', service);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByRole('dialog', { name: dialog }).waitFor();
};
const operated = { status: 'deploying' as const, ...notRunning };
const demo = { as: 'demo', path: '/certificates' } as const;

/** Data services: the list, both ways to create one, one in full, and its resize. */
export const serviceShots: readonly Shot[] = [
  { name: 'services', ...demo, prepare: (page) => toList(page) },
  {
    name: 'services-add-account',
    ...demo,
    prepare: async (page) => {
      await toList(page);
      await page.getByRole('button', { name: 'Add Account' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'services-viewer', as: 'viewer', path: '/certificates', only: 'wide', prepare: (page) => toList(page) },
  { name: 'services-empty', as: 'empty', path: '/services' },
  {
    name: 'services-failed',
    ...demo,
    only: 'wide',
    prepare: async (page) => {
      await answer(page, 'services.list', 'fails');
      await press(page, '/services');
      await page.getByText('Services did not load').waitFor();
    },
  },
  {
    name: 'services-loading',
    ...demo,
    prepare: async (page) => {
      await answer(page, 'services.list', 'never');
      await press(page, '/services');
      await page.getByRole('table', { name: 'Services' }).waitFor();
    },
  },
  { name: 'service-create-first', ...demo, prepare: toCreate },
  { name: 'service-create', ...demo, prepare: chosen(...aws) },
  { name: 'service-create-here', ...demo, prepare: chosen(...here) },
  {
    name: 'service-create-first-user',
    ...demo,
    prepare: async (page) => {
      await chosen('Metabase', 'This server', 'This server', 'hobbyist')(page);
      await page.getByRole('button', { name: 'Deploy', exact: true }).click();
      await page.getByText('Enter the email address of the first user.').waitFor();
    },
  },
  { name: 'service-create-confirm', ...demo, prepare: asking },
  {
    name: 'service-create-progress',
    ...demo,
    prepare: deploying(detail(postgres, { ...operated, operation: slow }), 'The deploy is in progress'),
  },
  { name: 'service-create-complete', ...demo, prepare: deploying(detail(), 'The deploy is complete') },
  {
    name: 'service-create-error',
    ...demo,
    prepare: deploying(
      detail(postgres, { ...notRunning, status: 'failed', problem: 'The quota of this account has no room for t3.medium.' }),
      'Deployment Error',
    ),
  },
  {
    name: 'service-create-cloud',
    ...demo,
    prepare: async (page) => {
      await toCreate(page);
      await page.getByRole('link', { name: 'All cloud providers' }).click();
      await page.getByRole('table', { name: 'Cloud providers' }).waitFor();
      await choose(page, ...aws);
    },
  },
  { name: 'service-detail', ...demo, prepare: toDetail(detail()) },
  {
    name: 'service-detail-viewer',
    as: 'viewer',
    path: '/certificates',
    prepare: toDetail(detail(postgres, { status: 'unwell', problem: 'The engine refuses the password that we have.', restarts: 2 })),
  },
  { name: 'service-detail-deploying', ...demo, prepare: toDetail(detail(postgres, { ...operated, operation: slow, authority: null })) },
  {
    name: 'service-detail-resized',
    ...demo,
    prepare: toDetail(
      detail(
        { ...postgres, cloud: 'local', region: 'local', plan: 'professional' },
        { problem: 'The disk is too small for the data.', size: { memoryMib: 8192, cpus: 4, diskGib: 100 }, isProtected: true },
      ),
    ),
  },
  {
    name: 'service-detail-password',
    ...demo,
    only: 'narrow',
    prepare: async (page) => {
      await toDetail(detail())(page);
      await answer(page, 'services.revealPassword', { user: 'postgres', password: 'h7Kd2mWqR9tXvB4nLpYcZ8fG' });
      await page.getByRole('button', { name: 'Show password' }).click();
      await page.getByText('h7Kd2mWqR9tXvB4nLpYcZ8fG').waitFor();
    },
  },
  {
    name: 'service-delete',
    ...demo,
    prepare: async (page) => {
      await toDetail(detail())(page);
      await page.getByRole('button', { name: 'Delete Service' }).click();
      await page.getByRole('dialog', { name: `Delete ${postgres.id}` }).waitFor();
    },
  },
  {
    name: 'service-support',
    ...demo,
    only: 'wide',
    prepare: async (page) => {
      await toDetail(detail())(page);
      await page.getByRole('button', { name: 'Open Support Case' }).click();
      await page.getByRole('dialog', { name: 'Support' }).waitFor();
    },
  },
  {
    name: 'service-resize',
    ...demo,
    prepare: async (page) => {
      await toResize(detail({ ...postgres, cloud: 'local', region: 'local' }))(page);
      await page.getByRole('radio', { name: 'professional' }).check();
    },
  },
  { name: 'service-resize-azure', ...demo, only: 'wide', prepare: toResize(detail({ ...postgres, cloud: 'azure', region: 'eastus' })) },
];
