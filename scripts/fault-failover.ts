// `pnpm fault:failover [kills]`: kills the primary of two PostgreSQL under Patroni repeatedly while three processes check and serve, then
// restarts every process. As root on Debian with patroni, etcd-server, postgresql-15 and haproxy; see docs/scaling.md.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { runFailover } from '../apps/server/src/testing/failover/failover.ts';
import { startNode } from '../bench/tls/child.ts';
import { startDnsServer } from '../packages/tls/src/testing/index.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '10' },
    checks: { type: 'string', default: '2000' },
    requests: { type: 'string', default: '200' },
    endpoints: { type: 'string', default: '8000' },
  },
});
const [kills, checksPerSecond, requestsPerSecond, endpoints] = [values.kills, values.checks, values.requests, values.endpoints].map(Number);
const farmReady = z.object({ port: z.number(), ca: z.string() });

const folder = await mkdtemp(join(tmpdir(), 'notafter-farm-'));
const farm = await startNode('farm.ts', ['ec', values.endpoints]);
const { port, ca } = farmReady.parse(JSON.parse(farm.ready));
const dns = await startDnsServer({ '*.bench.test': ['127.0.0.1'] }, { ttlSeconds: 600 });
const roots = join(folder, 'roots.pem');
await writeFile(roots, ca);

const listOf = (outcomes: ReadonlyMap<string, number>): string => [...outcomes].map(([what, count]) => `${what} ${count}`).join(', ');
const spread = (times: readonly number[]): string => {
  const sorted = times.toSorted((one, other) => one - other);
  return `${sorted[0]} ms at least, ${sorted[Math.floor(sorted.length / 2)]} ms in the middle, ${sorted.at(-1)} ms at most`;
};
const startedAt = performance.now();
try {
  const result = await runFailover({
    kills: kills ?? 0,
    checksPerSecond: checksPerSecond ?? 0,
    requestsPerSecond: requestsPerSecond ?? 0,
    endpoints: endpoints ?? 0,
    farm: { port, env: { DNS_SERVERS: dns.address, TARGET_ALLOW: '127.0.0.0/8', EXTRA_CA_FILE: roots } },
    onProgress: (what) => console.log(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(7)} s  ${what}`),
  });
  const failed = [...result.restartOutcomes].reduce((sum, [outcome, count]) => sum + (outcome === '200' ? 0 : count), 0);
  const cpu = [...result.cpuSeconds].map(([what, seconds]) => `${what} ${(seconds / result.seconds).toFixed(2)}`).join(', ');
  console.log(`
${result.withoutWritesMs.length} kills
without writes: ${spread(result.withoutWritesMs)}
without checks: ${spread(result.withoutChecksMs)}
acknowledged adds ${result.acknowledged}, lost ${result.lost}
checks stored ${result.checksPerSecond.toFixed(0)} a second of ${checksPerSecond} due, doubled ${result.checksDoubled}
cores used: ${cpu}
alerts ${result.alerts}, doubled ${result.alertsDoubled}
requests during failovers: ${listOf(result.failoverOutcomes)}
requests during restarts: ${listOf(result.restartOutcomes)}; failed ${failed}`);
  if (result.lost + result.checksDoubled + result.alertsDoubled + failed > 0) process.exitCode = 1;
} finally {
  await dns.close();
  await farm.close();
  await rm(folder, { recursive: true });
}
