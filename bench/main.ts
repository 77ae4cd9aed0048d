// `pnpm bench`: the cost of list pages, the dashboard and the check pipeline. Exits with 1 if a figure is over its budget.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Closers } from '../apps/server/src/system.ts';
import { makeThrowawayDir } from '../packages/db/src/testing/index.ts';
import { measureAdmin } from './admin.ts';
import { measureAlerts } from './alerts.ts';
import { measureAnalytics } from './analytics.ts';
import { measureDeploy } from './deploy.ts';
import { measureDiscovery } from './discovery.ts';
import { measureEndToEnd } from './end-to-end.ts';
import { type Figure, figuresTable, isOverBudget } from './figures.ts';
import { measureInterval } from './interval.ts';
import { measureLists } from './list.ts';
import { describeMachine } from './machine.ts';
import { measureMemory } from './memory.ts';
import { type Options, readOptions } from './options.ts';
import { measurePages, PAGE_SIZES } from './pages.ts';
import { describeDatabase, populate } from './population.ts';
import { buildScreens } from './program.ts';
import { measureServices } from './services.ts';
import { measureSlices } from './slice.ts';
import { measureStatus } from './status.ts';
import { measureTransparency } from './transparency.ts';

const DEADLINE_MS = 45 * 60_000;

const throwawayFolder = async (closers: Closers): Promise<string> => {
  const folder = await makeThrowawayDir();
  closers.add(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
};

const folderFor = async (size: number, { keep }: Options, closers: Closers): Promise<string> => {
  if (keep === null) return throwawayFolder(closers);
  const folder = join(keep, String(size));
  await mkdir(folder, { recursive: true });
  return folder;
};

const measureSizes = async (options: Options, closers: Closers): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const size of options.sizes) {
    const own = new Closers();
    closers.add(() => own.closeAll());
    const population = await populate(size, await folderFor(size, options, own), own);
    if (figures.length === 0) console.log(await describeDatabase(population.dataDir, own));
    if (options.parts.includes('list')) figures.push(...(await measureLists(population, own)));
    if (options.parts.includes('slice')) figures.push(...(await measureSlices(population, own)));
    if (options.parts.includes('analytics')) figures.push(...(await measureAnalytics(population, own)));
    await own.closeAll();
  }
  return figures;
};

const measurePageSizes = async (options: Options, closers: Closers): Promise<boolean> => {
  let within = true;
  for (const size of Object.values(PAGE_SIZES)) {
    const population = await populate(size, await folderFor(size, options, closers), closers);
    within = (await measurePages(population, closers)) && within;
  }
  return within;
};

/** Returns whether everything stayed within its budget. */
const run = async (options: Options, closers: Closers): Promise<boolean> => {
  if (options.parts.includes('transparency')) {
    console.log(describeMachine());
    return measureTransparency(await throwawayFolder(closers), closers);
  }
  buildScreens();
  console.log(describeMachine());
  if (options.parts.includes('interval')) return measureInterval(await throwawayFolder(closers), closers);
  if (options.parts.includes('memory')) return measureMemory(await throwawayFolder(closers), closers);
  if (options.parts.includes('end-to-end')) return measureEndToEnd(await throwawayFolder(closers), closers, options);
  if (options.parts.includes('alerts')) return measureAlerts(await throwawayFolder(closers), closers);
  if (options.parts.includes('discovery')) return measureDiscovery(await throwawayFolder(closers), closers);
  if (options.parts.includes('deploy')) return measureDeploy(closers);
  if (options.parts.includes('pages')) return measurePageSizes(options, closers);
  const figures = options.parts.includes('services')
    ? await measureServices(await throwawayFolder(closers), closers)
    : options.parts.includes('admin')
      ? await measureAdmin(await throwawayFolder(closers), closers)
      : options.parts.includes('status')
        ? await measureStatus(await throwawayFolder(closers), closers)
        : await measureSizes(options, closers);
  console.log(
    `\n${figuresTable(figures)}\n\nCPU: time of every process of the server on a processor, less what it takes at rest; of requests the cheapest of five rounds of 30.`,
  );
  const over = figures.filter(isOverBudget);
  for (const { name, size, cpuMs, budgetMs } of over) {
    console.log(`Over budget: ${name} at ${size.toLocaleString('en')} takes ${cpuMs.toFixed(4)} ms instead of less than ${budgetMs} ms.`);
  }
  return over.length === 0;
};

const closers = new Closers();
const end = (reason: string, code: number): void => {
  console.error(`\n${reason}`);
  void closers.closeAll().finally(() => process.exit(code));
};
process.once('SIGINT', () => end('Stopped.', 130));
process.once('SIGTERM', () => end('Stopped.', 143));
setTimeout(() => end(`Not done within ${DEADLINE_MS / 60_000} minutes.`, 1), DEADLINE_MS).unref();

try {
  process.exitCode = (await run(readOptions(process.argv.slice(2)), closers)) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await closers.closeAll();
}
