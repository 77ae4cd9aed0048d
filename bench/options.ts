import { parseArgs } from 'node:util';

const parts = [
  'list',
  'slice',
  'interval',
  'memory',
  'pages',
  'end-to-end',
  'alerts',
  'discovery',
  'services',
  'deploy',
  'analytics',
  'admin',
  'status',
  'transparency',
] as const;
export type Part = (typeof parts)[number];

export interface Options {
  readonly sizes: readonly number[];
  readonly parts: readonly Part[];
  /** Folder whose databases are reused and kept; absent: a temporary one. */
  readonly keep: string | null;
  /** Duration of the end-to-end count. */
  readonly seconds: number;
}

export const usage = `Usage: pnpm bench [--sizes 10000,1000000] [--only ${parts.join('|')}] [--keep <folder>] [--seconds 60]
  list      list pages and the dashboard over HTTP         } both, by default
  slice     the check pipeline, per row                    }
  interval  10,000 endpoints on a local farm, checked once per interval; takes about ten minutes
  memory    Node's resident memory after 1,000 page loads
  pages     the first page at 10,000 and filtered ones at 100,000: server time, bytes, and time to interactive in a slow browser
  end-to-end  stored checks per second against a farm, database included, and the CPU time of each part; --seconds 15 is the short form
  alerts    how soon a crossed threshold is delivered, and CPU per delivery; takes about ten minutes
  discovery  time and growth of the server's resident memory for a search with 10,000 names in the logs
  services  the control plane of data services at 1,000 of them: CPU per service and hour, list and detail
  deploy    from a deployment of PostgreSQL to its first row, beside docker run; needs root and dockerd
  analytics  each figure of the analytics, computed from the rows, at 100,000 and 1,000,000 certificates unless --sizes says otherwise
  admin     each part of the administration at 10,000 organizations
  status    the public status page of 100 endpoints: p95 of the server's CPU per request
  transparency  entries a second of local transparency logs on one core, beside certspotter
  --keep    keeps the seeded databases in <folder>, and reuses existing ones`;

const isPart = (text: string): text is Part => parts.some((part) => part === text);

/** Throws an error whose message says how to fix the arguments. */
export const readOptions = (args: readonly string[]): Options => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sizes: { type: 'string' },
      only: { type: 'string' },
      keep: { type: 'string' },
      seconds: { type: 'string', default: '60' },
    },
  });
  const sizes = (values.sizes ?? (values.only === 'analytics' ? '100000,1000000' : '10000,1000000')).split(',').map(Number);
  if (!sizes.every((size) => Number.isInteger(size) && size >= 10_000))
    throw new Error(`--sizes takes whole numbers from 10000 on.\n${usage}`);
  if (values.only !== undefined && !isPart(values.only)) throw new Error(`--only takes one of ${parts.join(', ')}.\n${usage}`);
  const seconds = Number(values.seconds);
  if (!Number.isInteger(seconds) || seconds < 5) throw new Error(`--seconds takes a whole number from 5 on.\n${usage}`);
  return { sizes, parts: values.only === undefined ? ['list', 'slice'] : [values.only], keep: values.keep ?? null, seconds };
};
