import type { Closers } from '../apps/server/src/system.ts';
import { signIn, trpcPath } from './client.ts';
import type { Figure } from './figures.ts';
import { listCases } from './list-cases.ts';
import { meter } from './meter.ts';
import type { Population } from './population.ts';
import { idleShareOf } from './processor-time.ts';
import { startProgram } from './program.ts';

const PAGE_BUDGET_MS = 10;
const REPEATS = { warmUps: 10, rounds: 5, calls: 30 };
/** Just-in-time compilation is not part of a page's cost: the program runs for a while before the measurement. */
const FIRST_REQUESTS = 300;

/** Measures list pages and the dashboard over HTTP, on the program as `npm start` runs it. */
export const measureLists = async ({ size, dataDir, signIn: credentials }: Population, closers: Closers): Promise<Figure[]> => {
  const program = await startProgram(dataDir, closers);
  try {
    const client = await signIn(program.url, credentials);
    const cases = await listCases(client, new Date());
    for (const { name, path, read, holds } of cases) {
      const answer = read(await client.get(path));
      if (!holds(answer)) {
        const { certificates, ...rest } = answer;
        throw new Error(`"${name}" is not what it says: ${certificates.length} rows, ${JSON.stringify(rest)}`);
      }
    }
    for (let request = 0; request < FIRST_REQUESTS; request += 1) await client.get(cases[request % cases.length]?.path ?? '/');

    const target = { pid: program.pid, idleShare: await idleShareOf(program.pid) };
    console.log(`At rest the program takes ${(target.idleShare * 100).toFixed(1)} % of a core.`);
    const figures: Figure[] = [];
    const take = async (group: string, name: string, path: string, budgetMs?: number): Promise<void> => {
      const { cpuMs, ...wall } = await meter(target, REPEATS, () => client.get(path));
      figures.push({ group, name, size, cpuMs, wall, ...(budgetMs === undefined ? {} : { budgetMs }) });
    };
    for (const { name, path } of cases) await take('List pages of 50, per request', name, path, PAGE_BUDGET_MS);
    await take('Dashboard, per request', '/v1: dashboard stats', '/v1/dashboard/stats');
    await take('Dashboard, per request', 'tRPC: dashboard stats', trpcPath('certificates.stats'));
    return figures;
  } finally {
    await program.stop();
  }
};
