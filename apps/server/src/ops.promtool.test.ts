import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { plainScreens } from './testing/plain-screens.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

const ops = join(import.meta.dirname, '../../../ops');
const RULES = join(ops, 'prometheus/notafter.rules.yml');
const run = promisify(execFile);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ screens: plainScreens });
});
afterAll(() => server.close());

/** Without the endings that a histogram gives its series. */
const metricsIn = (source: string): Set<string> =>
  new Set([...source.matchAll(/\b(?:notafter|process)_[a-z0-9_]+/g)].map(([name]) => name.replace(/_(?:bucket|count|sum)$/, '')));

describe('the alert rules', () => {
  it('are valid', async () => {
    expect((await run('promtool', ['check', 'rules', RULES])).stdout).toContain('SUCCESS: 15 rules found');
  });

  it('fire for their faults, and not for a healthy server', async () => {
    expect((await run('promtool', ['test', 'rules', join(ops, 'prometheus/notafter.rules.test.yml')])).stdout).toContain('SUCCESS');
  });
});

describe('the metrics', () => {
  it('are named as Prometheus asks', async () => {
    const { text: metrics } = await server.call('/metrics');
    // Those of Node are prom-client's.
    const own = metrics.replaceAll(/^(?:# (?:HELP|TYPE) )?nodejs_.*\n/gm, '');
    const checking = spawn('promtool', ['check', 'metrics'], { stdio: ['pipe', 'ignore', 'pipe'] });
    checking.stdin.end(own);
    expect(await text(checking.stderr)).toBe('');
  });

  it('of the rules and the dashboard exist', async () => {
    await server.call('/v1/openapi.json');
    const { text: metrics } = await server.call('/metrics');
    const dashboard = z
      .object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) })
      .parse(JSON.parse(readFileSync(join(ops, 'grafana/notafter.json'), 'utf8')));
    const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n');
    const exported = metricsIn(metrics);
    const used = metricsIn(`${readFileSync(RULES, 'utf8').replaceAll(/notafter\.rules\.yml/g, '')}\n${shown}`);
    expect(used.size).toBeGreaterThan(15);
    expect([...used].filter((name) => !exported.has(name))).toEqual([]);
  });
});
