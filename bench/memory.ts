import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { seedSize } from '../apps/server/src/dev/demo-organization.ts';
import type { Closers } from '../apps/server/src/system.ts';
import { treeOf } from '../apps/server/src/testing/processes.ts';
import { type Client, cookieFor, signIn, trpcPath } from './client.ts';
import { startProgram, withSystem } from './program.ts';

const PAGES = 1000;
const ROWS = 40;
const AT_ONCE = 4;
const BUDGET_MB = 450;
const CROWD = 2000;
const SETTLE_MS = 20_000;

/** Of one process. */
export const residentMb = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024;
};

/** Every Node process of the tree: the server, and the process that started it. */
const nodeMb = async (pid: number): Promise<{ total: number; server: number }> => {
  const found = (await treeOf(pid)).filter(({ command }) => /(^|\/)(node|npm)\b/.test(command.split(' ')[0] ?? ''));
  const sizes = await Promise.all(found.map(async (entry) => ({ ...entry, mb: await residentMb(entry.pid) })));
  const server = sizes.find(({ command }) => command.includes('apps/server/src/main.ts'));
  return { total: sizes.reduce((sum, { mb }) => sum + mb, 0), server: server?.mb ?? Number.NaN };
};

/** One visit of the list: the document, and the requests of the screen. */
const loadPage = async (client: Client): Promise<void> => {
  const page = await client.get('/certificates?rows=50');
  if (!page.includes('</html>')) throw new Error('The list was truncated.');
  await client.get(trpcPath('certificates.stats'));
};

/** Requests the list `CROWD` times at once. Returns how many responses were pages; 503 is the only other one allowed. */
const loadAtOnce = async (url: string, cookie: string): Promise<number> => {
  const answers = Array.from({ length: CROWD }, async () => {
    const response = await fetch(`${url}/certificates?rows=50`, { headers: { cookie } });
    await response.arrayBuffer();
    if (response.status !== 200 && response.status !== 503) throw new Error(`The list answered ${response.status}.`);
    return response.status === 200;
  });
  return (await Promise.all(answers)).filter(Boolean).length;
};

/**
 * Measures Node's resident memory under `npm start` after 1,000 loads of a list of 40 rows, signed in, then after 2,000 at once
 * and 20 s of rest. Returns whether it stayed within budget.
 */
export const measureMemory = async (dataDir: string, closers: Closers): Promise<boolean> => {
  const account = await withSystem(dataDir, closers, (system) => seedSize(system, ROWS));
  const program = await startProgram(dataDir, closers, {}, 'bootstrap');
  const client = await signIn(program.url, account);
  console.log(`\n${'page loads'.padStart(12)}${'server MB'.padStart(12)}${'all Node MB'.padStart(13)}`);
  let last = Number.POSITIVE_INFINITY;
  const report = async (loaded: number): Promise<void> => {
    const { total, server } = await nodeMb(program.pid);
    console.log(`${String(loaded).padStart(12)}${server.toFixed(0).padStart(12)}${total.toFixed(0).padStart(13)}`);
    last = total;
  };
  await report(0);
  for (let loaded = 0; loaded < PAGES; loaded += PAGES / 10) {
    const visitors = Array.from({ length: AT_ONCE }, async () => {
      for (let page = 0; page < PAGES / 10 / AT_ONCE; page += 1) await loadPage(client);
    });
    await Promise.all(visitors);
    await report(loaded + PAGES / 10);
  }
  const pages = await loadAtOnce(program.url, await cookieFor(program.url, account));
  const crowded = await nodeMb(program.pid);
  await setTimeout(SETTLE_MS);
  const rested = await nodeMb(program.pid);
  console.log(
    `\n${CROWD} at once: ${pages} pages, server ${crowded.server.toFixed(0)} MB; after ${SETTLE_MS / 1000} s of rest ${rested.server.toFixed(0)} MB`,
  );
  await program.stop();
  if (last < BUDGET_MB) return true;
  console.log(`Over budget: ${last.toFixed(0)} MB instead of less than ${BUDGET_MB} MB.`);
  return false;
};
