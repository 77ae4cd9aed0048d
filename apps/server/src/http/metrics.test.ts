import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainScreens } from '../testing/plain-screens.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const METRICS_TOKEN = 'a token of sixteen or more';
const knows = { authorization: `Bearer ${METRICS_TOKEN}` };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ screens: plainScreens, env: { METRICS_TOKEN } });
});
afterAll(() => server.close());

describe('GET /metrics', () => {
  it('answers this machine', async () => {
    await server.call('/v1/openapi.json');
    const { status, text, headers } = await server.call('/metrics');
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/plain');
    expect(text).toMatch(/^notafter_endpoints 0$/m);
    expect(text).toMatch(/^notafter_endpoints_overdue 0$/m);
    for (const kind of ['mass_outage', 'log_broken', 'transparency_blind']) {
      expect(text).toContain(`\nnotafter_operator_alerts_open{kind="${kind}"} 0\n`);
    }
    for (const name of [
      'alerts_open',
      'deliveries_late',
      'services',
      'services_unwell',
      'services_without_backups',
      'service_orphans',
      'alerts_undelivered',
      'channels_broken',
    ]) {
      expect(text).toMatch(new RegExp(`^notafter_${name} 0$`, 'm'));
    }
    expect(text).toMatch(/^notafter_database_size_bytes [1-9]\d{6,}$/m);
    expect(text).toMatch(/^notafter_jobs_ready\{job="dead-letters"\} 0$/m);
    expect(text).toMatch(/^notafter_jobs_late 0$/m);
    expect(text).toMatch(/^notafter_job_last_run_timestamp_seconds\{job="enqueue-checks"\} \d+/m);
    expect(text).toMatch(/^notafter_http_request_duration_seconds_count\{surface="rest",method="GET",status="200"\} 1$/m);
  });

  it.each(['rebound.example', 'rebound.example:3000', '127.0.0.1.rebound.example', '169.254.169.254', 'localhost.rebound.example'])(
    'is 421 on this machine for the host %s, and responds to any host with the token',
    async (host) => {
      expect(await server.call('/metrics', { headers: { host } })).toMatchObject({
        status: 421,
        text: expect.not.stringContaining('notafter_'),
      });
      expect((await server.call('/metrics', { headers: { host, ...knows } })).status).toBe(200);
    },
  );

  it.each(['localhost:3000', '127.0.0.1', '[::1]:3000'])('answers this machine as %s', async (host) => {
    expect((await server.call('/metrics', { headers: { host } })).status).toBe(200);
  });

  it.each(['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'x-real-ip'])(
    'is 404 behind a proxy that sends %s',
    async (name) => {
      expect((await server.call('/metrics', { headers: { [name]: '127.0.0.1' } })).status).toBe(404);
      expect((await server.call('/metrics', { headers: { [name]: '127.0.0.1', ...knows } })).status).toBe(200);
    },
  );

  it.each(['Bearer wrong', 'Bearer ', METRICS_TOKEN, `Basic ${METRICS_TOKEN}`])('is 404 from elsewhere for "%s"', async (authorization) => {
    expect((await server.call('/metrics', { headers: { 'x-forwarded-for': '198.51.100.7', authorization } })).status).toBe(404);
  });
});
