import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { addMs, DAY_MS } from '@notafter/domain';
import { addApiKey } from '@notafter/features';
import { makeCertificates, makeOrganization, makeUser, openAs } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainScreens } from './testing/plain-screens.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

const GUIDE = readFileSync(join(import.meta.dirname, '../../../docs/prometheus.md'), 'utf8');
const run = promisify(execFile);

let server: TestServer;
let authorization = '';
const dir = mkdtempSync(join(tmpdir(), 'notafter-promtool-'));
beforeAll(async () => {
  server = await startTestServer({ screens: plainScreens });
  const { system } = server;
  const orgId = await makeOrganization(system, { plan: 'Self-hosted' });
  const admin = await openAs(system, await makeUser(system, orgId));
  const now = new Date();
  await makeCertificates(system, orgId, [
    { host: 'a.example', issuer: 'Evil "CA"\\\n# TYPE x counter\n} 1', notAfter: addMs(now, 30 * DAY_MS), lastCheckedAt: now },
    { host: '2001:db8::1', port: 8443, issuer: 'Bücher 🔒 \u202e', notAfter: addMs(now, -DAY_MS), lastCheckedAt: now },
    { host: 'silent.example', issuer: null, unreachable: 'timeout', lastCheckedAt: now, tags: { 'te"am': 'a\\b' } },
    { host: 'new.example', issuer: null },
  ]);
  const permissions = { read: true, write: false, delete: false };
  const { secret } = await addApiKey(admin, { name: 'Prometheus', expiresIn: null, permissions });
  authorization = `Bearer ${secret}`;
});
afterAll(async () => {
  await server.close();
  rmSync(dir, { recursive: true, force: true });
});

describe('the metrics of an organization', () => {
  it('are what promtool accepts without a remark', async () => {
    const { status, text: metrics } = await server.call('/v1/metrics', { headers: { authorization } });
    expect(status).toBe(200);
    expect(metrics).toContain('notafter_certificate_not_after_timestamp_seconds{domain="a.example",');
    const checking = spawn('promtool', ['check', 'metrics'], { stdio: ['pipe', 'ignore', 'pipe'] });
    checking.stdin.end(metrics);
    expect(await text(checking.stderr)).toBe('');
  });

  it('contain every metric that the guide names', async () => {
    const { text: metrics } = await server.call('/v1/metrics', { headers: { authorization } });
    const named = new Set(
      [...GUIDE.matchAll(/\bnotafter_(?:certificate|endpoint|last|renewal|organization)_[a-z_]+/g)].map(([name]) => name),
    );
    expect(named.size).toBeGreaterThan(8);
    expect([...named].filter((name) => !metrics.includes(`# TYPE ${name} gauge`))).toEqual([]);
  });
});

describe('the targets', () => {
  it('are a file that Prometheus accepts, which names every endpoint', async () => {
    const { status, text: targets } = await server.call('/v1/prometheus/targets', { headers: { authorization } });
    expect(status).toBe(200);
    const file = join(dir, 'targets.json');
    writeFileSync(file, targets);
    const config = join(dir, 'discovery.yml');
    writeFileSync(config, JSON.stringify({ scrape_configs: [{ job_name: 'blackbox', file_sd_configs: [{ files: [file] }] }] }));
    expect((await run('promtool', ['check', 'config', config])).stdout).toContain('SUCCESS');
    const { stdout } = await run('promtool', ['check', 'service-discovery', '--timeout=5s', config, 'blackbox']);
    for (const target of ['a.example:443', '[2001:db8::1]:8443', 'silent.example:443', 'new.example:443']) expect(stdout).toContain(target);
  });
});

const examples = [...GUIDE.matchAll(/```yaml\n(?<example>.*?)```/gs)].map(({ groups }) => groups?.example ?? '');
const checkFile = (check: readonly string[], example: string) => {
  const file = join(dir, 'example.yml');
  writeFileSync(file, example);
  return run('promtool', ['check', ...check, file]);
};

describe('the examples of the guide', () => {
  it('are configurations that Prometheus accepts', async () => {
    const configurations = examples.filter((example) => example.startsWith('scrape_configs:'));
    expect(configurations.length).toBeGreaterThan(0);
    for (const example of configurations) expect((await checkFile(['config', '--syntax-only'], example)).stdout).toContain('SUCCESS');
  });

  it('are rules that Prometheus accepts', async () => {
    const rules = examples.filter((example) => example.startsWith('groups:'));
    expect(rules.length).toBeGreaterThan(0);
    for (const example of rules) expect((await checkFile(['rules'], example)).stdout).toContain('SUCCESS');
  });
});
