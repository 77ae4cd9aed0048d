import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DEMO_ZONE } from '../../apps/server/src/dev/demo-certificates.ts';
import { startDemoFarm } from '../../apps/server/src/dev/demo-farm.ts';
import { demoSignIn, seedDemo } from '../../apps/server/src/dev/demo-organization.ts';
import { demoSettings } from '../../apps/server/src/dev/demo-settings.ts';
import { screensFromSources } from '../../apps/server/src/dev/vite-screens.ts';
import { createLogger } from '../../apps/server/src/logger.ts';
import { startServer } from '../../apps/server/src/start-server.ts';
import { Closers } from '../../apps/server/src/system.ts';
import { until } from '../../apps/server/src/testing/until.ts';
import { startStandIns } from '../../packages/channels/src/testing/index.ts';
import { type Config, readConfig } from '../../packages/config/src/index.ts';
import type { Database } from '../../packages/db/src/index.ts';
import { makeThrowawayDir, startThrowawayServer } from '../../packages/db/src/testing/index.ts';
import type { SystemContext } from '../../packages/features/src/index.ts';
import { freePort } from '../../packages/net/src/testing/index.ts';
import { makeOrganization, makeUser, TEST_PASSWORD, type TestUser } from '../../packages/testing/src/index.ts';
import { seedAdministration } from './admin-stage.ts';
import { seedAnchors } from './anchors-stage.ts';
import { checkoutSettings } from './billing-shots.ts';
import { type StagedCollectors, seedCollectors } from './collectors-stage.ts';
import { seedDiscoveries } from './discovery-stage.ts';
import { type MailedLinks, seedNotifications } from './notification-stage.ts';
import { seedRenewalInfos } from './renewal-stage.ts';
import { SETTINGS_EMAIL, seedSettings } from './settings-stage.ts';
import type { Viewer } from './shot.ts';
import { type StagedIssuances, seedIssuances } from './transparency-stage.ts';
import { seedTrends } from './trends-stage.ts';

export interface Stage {
  readonly url: string;
  readonly accounts: Readonly<Record<Exclude<Viewer, 'nobody'>, { readonly email: string; readonly password: string }>>;
  /** The detail page of a host below the demo's zone. */
  pathOf(name: string): string;
  readonly links: MailedLinks;
  readonly collectors: StagedCollectors;
  readonly issuances: StagedIssuances;
  /** The page of the kit, which only a development server has. */
  readonly kitUrl: string;
  close(): Promise<void>;
}

/** Registered clients, so that the providers' buttons are shown; nobody is redirected there. */
const providers = { GITHUB_CLIENT_ID: 'shown', GITHUB_CLIENT_SECRET: 'shown', GOOGLE_CLIENT_ID: 'shown', GOOGLE_CLIENT_SECRET: 'shown' };

const ICONS_PATIENCE_MS = 60_000;

/** Adding requested each site's icon; the demo's names resolve only to its farm. */
const iconsFetched = (db: Database): Promise<void> =>
  until('the icons are fetched', ICONS_PATIENCE_MS, async () => {
    const [row] = await db.$client<{ open: number }[]>`
      select count(*)::int as open from certificates c where not exists (select from cached_images i where i.key = 'favicon:' || c.id)`;
    return row?.open === 0;
  });

const personOf = async ({ db }: SystemContext, email: string): Promise<TestUser> => {
  const [row] = await db.$client<TestUser[]>`
    select id, org_id as "orgId", email, first_name as "firstName", last_name as "lastName", role from users where email = ${email}`;
  if (row === undefined) throw new Error(`No account for ${email}.`);
  return row;
};

/** A second server whose screens come from their sources. Returns its origin. */
const startKit = async (config: Config, closers: Closers): Promise<string> => {
  const screens = await screensFromSources();
  closers.add(screens.close);
  const port = await freePort();
  const publicUrl = `http://localhost:${port}`;
  const http = { ...config.http, port, publicUrl };
  const kit = await startServer({
    config: { ...config, http, role: 'web', development: true },
    log: createLogger('error'),
    screens,
    onLost: () => process.exit(1),
  });
  closers.add(() => kit.stop());
  return publicUrl;
};

/** The built program with a temporary database, with the demo organization on its farm and an empty one. */
export const openStage = async (): Promise<Stage> => {
  const closers = new Closers();
  try {
    const database = await startThrowawayServer();
    closers.add(database.remove);
    const dataDir = await makeThrowawayDir();
    closers.add(() => rm(dataDir, { recursive: true, force: true }));
    const farm = await startDemoFarm(new Date());
    closers.add(() => farm.close());
    const receivers = await startStandIns();
    closers.add(receivers.close);
    const places = { PORT: String(await freePort()), DATABASE_URL: database.url, DATA_DIR: dataDir, SMTP_URL: receivers.smtpUrl };
    const settings = { ...places, ...providers, ...checkoutSettings, PLATFORM_ADMIN_EMAILS: `${SETTINGS_EMAIL},${demoSignIn.email}` };
    const config = readConfig({ ...settings, ...(await demoSettings(farm, join(dataDir, 'demo'))), RENEWAL_INFO: 'on' }, dataDir);
    const server = await startServer({ config, log: createLogger('error'), onLost: () => process.exit(1) });
    closers.add(() => server.stop());
    const { system } = server;
    const kitOrigin = await startKit(config, closers);
    const demo = await seedDemo(system, farm);
    await iconsFetched(system.db);
    const empty = await makeUser(system, await makeOrganization(system, { name: 'Quayside' }), { password: TEST_PASSWORD });
    await system.db.$client`
      insert into identities (provider, subject, user_id, email, linked_at) values ('github', '583231', ${empty.id}, ${empty.email}, now())`;
    const admin = await personOf(system, demo.email);
    const viewer = { email: `jonas@${DEMO_ZONE}`, password: demo.password };
    await seedAdministration(system, admin);
    await seedTrends(system, admin);
    await seedRenewalInfos(system);
    await seedAnchors(system, admin);
    await seedDiscoveries(system, admin.orgId);
    const links = await seedNotifications(system, admin, await personOf(system, viewer.email));
    const collectors = await seedCollectors(system, admin);
    const issuances = await seedIssuances(system, admin, DEMO_ZONE);
    const rows = await system.db.$client<{ id: string; host: string }[]>`select id, host from certificates`;
    const ids = new Map(rows.map(({ id, host }) => [host, id]));
    return {
      url: config.http.publicUrl,
      links,
      collectors,
      issuances,
      kitUrl: `${kitOrigin}/dev/kit`,
      accounts: { demo, viewer, empty: { email: empty.email, password: TEST_PASSWORD }, keys: await seedSettings(system) },
      pathOf: (name) => `/certificates/${ids.get(`${name}.${DEMO_ZONE}`) ?? ''}`,
      close: () => closers.closeAll(),
    };
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
};
