// Follows one log from its first entry to its head. Usage: follow.ts LOG-JSON data|names DOMAINS
import { startOfLog } from '../../packages/domain/src/index.ts';
import { createAddressPolicy, createGuard, createGuardedFetch } from '../../packages/net/src/index.ts';
import { createDomainMatcher, tailLog } from '../../packages/transparency/src/index.ts';

const [json = '', mode = '', domains = ''] = process.argv.slice(2);
const guard = createGuard({ resolve: async () => ({ kind: 'not_found' }) }, createAddressPolicy({ allow: ['127.0.0.0/8'] }));
const watched = Array.from({ length: Number(domains) }, (_, index) => (index === 0 ? 'watched.test' : `watched-${index}.example`));
const before = process.cpuUsage();
const startedAt = performance.now();
let found = 0;
const { outcome, bytes, scanned } = await tailLog({
  fetch: createGuardedFetch({ guard }),
  userAgent: 'Notafter bench',
  log: JSON.parse(json),
  cursor: startOfLog,
  matcher: createDomainMatcher(watched),
  mode: mode === 'names' ? 'names' : 'data',
  budgetBytes: Number.MAX_SAFE_INTEGER,
  now: () => new Date(),
  signal: new AbortController().signal,
  options: { partialAfterMs: 0 },
  onBatch: async (batch) => {
    found += batch.entries.length;
  },
});
const { user, system } = process.cpuUsage(before);
const rssMb = process.resourceUsage().maxRSS / 1024;
const wallMs = performance.now() - startedAt;
console.log(JSON.stringify({ outcome: outcome.kind, bytes, scanned, found, cpuMs: (user + system) / 1_000, wallMs, rssMb }));
