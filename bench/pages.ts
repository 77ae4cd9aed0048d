import { z } from 'zod';
import type { SignIn } from '../apps/server/src/dev/demo-organization.ts';
import type { Closers } from '../apps/server/src/system.ts';
import { measureLoads } from './browser-loads.ts';
import { type Client, signIn } from './client.ts';
import { listCases } from './list-cases.ts';
import { percentileOf } from './meter.ts';
import type { Population } from './population.ts';
import { processorMsOf } from './processor-time.ts';
import { type Program, startProgram } from './program.ts';
import { type ServerTime, serverTimeOf, wireBytesOf } from './server-time.ts';

/** Sizes with budgets: typical waiting times, and searches in a large organization. */
export const PAGE_SIZES = { firstPage: 10_000, narrowed: 100_000 } as const;

const SERVER_P95_MS = 60;
const DOCUMENT_BYTES = 60_000;
const SCRIPT_BYTES = 153_600;
const INTERACTIVE_MS = 1_500;
/** Just-in-time compilation is not part of a page's cost: the program runs for a while before the measurement. */
const FIRST_REQUESTS = 200;

interface PageFigure {
  readonly name: string;
  readonly value: number;
  readonly unit: 'ms' | 'bytes';
  readonly budget: number;
  readonly note: string;
}

const noteOf = ({ p50Ms, worstP95Ms }: ServerTime): string => `p50 ${p50Ms.toFixed(1)}, p95 of the busiest round ${worstP95Ms.toFixed(1)}`;

const timed = async (client: Client, name: string, path: string): Promise<PageFigure> => {
  const time = await serverTimeOf(() => client.get(path));
  return { name, value: time.p95Ms, unit: 'ms', budget: SERVER_P95_MS, note: noteOf(time) };
};

const lineOf = ({ name, value, unit, budget, note }: PageFigure, size: number): string => {
  const shown = unit === 'ms' ? value.toFixed(1) : value.toLocaleString('en');
  const over = value >= budget ? '!' : ' ';
  return `${size.toLocaleString('en').padStart(7)}  ${name.padEnd(52)} ${shown.padStart(8)} ${unit.padEnd(5)} < ${budget.toLocaleString('en').padEnd(7)} ${over} ${note}`;
};

const STATUS_P95_MS = 5;
const STATUS_CALLS = 300;

/** Processor time of the whole server for the public status page of 100 endpoints, as strangers get it. */
const measureStatusPage = async (client: Client, { url, pid }: Pick<Program, 'url' | 'pid'>): Promise<PageFigure> => {
  const saved = await client.put('/v1/public-status-page', { enabled: true, title: 'Bench', address: null, tag: 'team=web' });
  const { page } = z.object({ page: z.object({ address: z.string() }) }).parse(JSON.parse(saved));
  const times: number[] = [];
  for (let call = 0; call < STATUS_CALLS; call += 1) {
    const before = processorMsOf(pid);
    await (await fetch(`${url}/status/${page.address}`)).text();
    times.push(processorMsOf(pid) - before);
  }
  times.sort((one, other) => one - other);
  const note = `p50 ${percentileOf(times, 0.5).toFixed(1)}`;
  return { name: 'public status page: processor time, p95', value: percentileOf(times, 0.95), unit: 'ms', budget: STATUS_P95_MS, note };
};

/** First visit of the list: the server's time, the document, the scripts, and the time until it is interactive. */
const measureFirstPage = async (client: Client, program: Program, account: SignIn): Promise<PageFigure[]> => {
  const { url } = program;
  const documents = [
    ['document, 10 rows', '/certificates'],
    ['document, 50 rows', '/certificates?rows=50'],
  ] as const;
  const figures: PageFigure[] = [];
  for (const [name, path] of documents) {
    figures.push(await timed(client, `${name}: server time, p95`, path));
    const value = await wireBytesOf(url, path, account);
    figures.push({ name: `${name}: compressed`, value, unit: 'bytes', budget: DOCUMENT_BYTES, note: '' });
  }
  figures.push(await measureStatusPage(client, program));
  const { scriptBytes, scripts, interactiveMs, fastestMs, slowestMs, busyMs } = await measureLoads(url, account);
  return [
    ...figures,
    {
      name: 'scripts before the first interaction, compressed',
      value: scriptBytes,
      unit: 'bytes',
      budget: SCRIPT_BYTES,
      note: `${scripts} files`,
    },
    {
      name: 'interactive, processor slowed 4 times, median',
      value: interactiveMs,
      unit: 'ms',
      budget: INTERACTIVE_MS,
      note: `fastest ${fastestMs.toFixed(0)}, slowest ${slowestMs.toFixed(0)}; the page's own processor time ${busyMs.toFixed(0)}`,
    },
  ];
};

const narrowedDocuments = [
  ['document: status warning', '/certificates?status=warning&rows=50'],
  ['document: search of a sixteenth', '/certificates?q=grafana&rows=50'],
  ['document: by domain', '/certificates?sort=domain&rows=50'],
  ['document: by issuer, descending', '/certificates?sort=issuer&order=desc&rows=50'],
] as const;

/** Each filter, search and order, as the screens and `/v1` request them. */
const measureNarrowed = async (client: Client): Promise<PageFigure[]> => {
  const cases = [...(await listCases(client, new Date())), ...narrowedDocuments.map(([name, path]) => ({ name, path }))];
  const figures: PageFigure[] = [];
  for (const { name, path } of cases) figures.push(await timed(client, `${name}, p95`, path));
  return figures;
};

/** Returns whether every figure stayed within its budget. */
export const measurePages = async ({ size, dataDir, signIn: account }: Population, closers: Closers): Promise<boolean> => {
  const program = await startProgram(dataDir, closers);
  try {
    const client = await signIn(program.url, account);
    for (let request = 0; request < FIRST_REQUESTS; request += 1) await client.get('/certificates?rows=50');
    const isFirst = size === PAGE_SIZES.firstPage;
    const figures = isFirst ? await measureFirstPage(client, program, account) : await measureNarrowed(client);
    console.log(figures.map((figure) => lineOf(figure, size)).join('\n'));
    return figures.every(({ value, budget }) => value < budget);
  } finally {
    await program.stop();
  }
};
