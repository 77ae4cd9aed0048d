import { setTimeout as wait } from 'node:timers/promises';
import { readConfig } from '@notafter/config';
import { hasAccount } from '@notafter/db/seed';
import { startDemoFarm } from './dev/demo-farm.ts';
import { demoSignIn, seedDemo } from './dev/demo-organization.ts';
import { demoSettings } from './dev/demo-settings.ts';
import { startRestartingServer } from './dev/restarting-server.ts';
import { createLogger } from './logger.ts';
import { Closers, openSystem } from './system.ts';

const POLL_MS = 300;

/**
 * `pnpm dev`: the farm runs in this process, and the server in a child that restarts when its sources change, so that the demo's
 * certificates do not change across restarts. The demo organization is created once per DATA_DIR.
 */
const run = async (): Promise<void> => {
  const farm = await startDemoFarm(new Date());
  const { dataDir } = readConfig(process.env, process.cwd());
  const environment = { ...process.env, ...(await demoSettings(farm, dataDir)), NODE_ENV: 'development' } as const;
  const config = readConfig(environment, process.cwd());
  const server = startRestartingServer(environment);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.stop(signal));

  const readyUrl = `http://127.0.0.1:${config.http.port}/readyz`;
  while (
    !(await fetch(readyUrl).then(
      (answer) => answer.ok,
      () => false,
    ))
  )
    await wait(POLL_MS);
  const closers = new Closers();
  try {
    const { system } = await openSystem({ config, log: createLogger('warn'), runsJobs: false, closers });
    if (await hasAccount(system.db, demoSignIn.email)) farm.refuseUnreachable();
    else await seedDemo(system, farm);
  } finally {
    await closers.closeAll();
  }
  process.stdout.write(
    `\nDemo organization: sign in at ${config.http.publicUrl} as ${demoSignIn.email} with the password ${demoSignIn.password}\n`,
  );
  process.stdout.write(
    `Only names below harborline.example resolve here. To monitor real servers, unset DNS_SERVERS and run npm start.\n\n`,
  );
};

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
