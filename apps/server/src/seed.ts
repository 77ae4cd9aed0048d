import { parseArgs } from 'node:util';
import { readConfig } from '@notafter/config';
import { type DemoFarm, startDemoFarm } from './dev/demo-farm.ts';
import { type SignIn, seedDemo, seedSize } from './dev/demo-organization.ts';
import { demoSettings } from './dev/demo-settings.ts';
import { createLogger } from './logger.ts';
import { Closers, openSystem } from './system.ts';

const readCount = (): number | null => {
  const { values } = parseArgs({ options: { certificates: { type: 'string' } } });
  if (values.certificates === undefined) return null;
  const count = Number(values.certificates);
  if (Number.isInteger(count) && count > 0) return count;
  throw new Error('--certificates must be a whole number, e.g. --certificates 10000');
};

/** `pnpm seed`: the demo organization, or one of a given size. Works with or without a running server. */
const run = async (): Promise<SignIn> => {
  const count = readCount();
  const farm: DemoFarm | null = count === null ? await startDemoFarm(new Date()) : null;
  const closers = new Closers();
  if (farm !== null) closers.add(() => farm.close());
  try {
    const { dataDir } = readConfig(process.env, process.cwd());
    const settings = farm === null ? {} : await demoSettings(farm, dataDir);
    const config = readConfig({ ...process.env, ...settings }, process.cwd());
    const log = createLogger('warn');
    const { system } = await openSystem({ config, log, runsJobs: false, closers });
    return farm === null ? await seedSize(system, count ?? 0) : await seedDemo(system, farm);
  } finally {
    await closers.closeAll();
  }
};

run().then(
  ({ email, password }) => {
    process.stdout.write(`Seeded. Sign in as ${email} with the password ${password}\n`);
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
