import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { addMs, HOUR_MS, type MessageItem, MINUTE_MS } from '@notafter/domain';
import { createAddressPolicy, createGuard, createGuardedFetch } from '@notafter/net';
import { freePort } from '@notafter/net/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createChannels } from '../create-channels.ts';
import { sampleItem, sampleMessage } from '../testing/messages.ts';

// Debian's Alertmanager, and a receiver that it notifies.

const notification = z.object({
  alerts: z.array(
    z.object({ status: z.string(), labels: z.record(z.string(), z.string()), annotations: z.record(z.string(), z.string()) }),
  ),
});
const known = z.array(z.object({ labels: z.record(z.string(), z.string()), endsAt: z.string() }));

const dir = mkdtempSync(join(tmpdir(), 'notafter-alertmanager-'));
const notified: z.infer<typeof notification>['alerts'] = [];
const receiver = createServer((request, response) => {
  text(request).then((body) => {
    notified.push(...notification.parse(JSON.parse(body)).alerts);
    response.end();
  }, response.destroy);
});
let program: ChildProcess;
let url = '';

beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const address = receiver.address();
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const config = join(dir, 'alertmanager.yml');
  writeFileSync(
    config,
    `route: { receiver: team, group_by: [alertname, domain], group_wait: 0s, group_interval: 1s }
receivers:
  - name: team
    webhook_configs: [{ url: 'http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/' }]
`,
  );
  const options = [
    '--config.file',
    config,
    '--storage.path',
    dir,
    '--web.listen-address',
    `127.0.0.1:${port}`,
    '--cluster.listen-address=',
  ];
  program = spawn('prometheus-alertmanager', options, { stdio: 'ignore' });
  await until(() =>
    fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
});
afterAll(async () => {
  const exited = once(program, 'exit');
  program.kill();
  await exited;
  receiver.closeAllConnections();
  receiver.close();
  rmSync(dir, { recursive: true, force: true });
});

const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50));
};

const guard = createGuard({ resolve: async () => ({ kind: 'not_found' }) }, createAddressPolicy({ allow: ['127.0.0.1'] }));
const { channels } = createChannels({
  guardedFetch: createGuardedFetch({ guard }),
  sendMail: () => Promise.reject(new Error('No mail is sent here.')),
  endpoints: { telegram: '', pagerduty: '', splunk: '', statuspage: '' },
});
const send = (kind: 'alert' | 'resolved' | 'acknowledged', at: Date, ...items: MessageItem[]) =>
  channels.send({
    type: 'alertmanager',
    settings: { url, labels: 'team=web' },
    signingSecrets: [],
    message: sampleMessage({ kind: items.length > 1 ? 'digest' : kind, items, at }),
  });
const open = async (domain: string) => {
  const response = await fetch(`${url}/api/v2/alerts?filter=${encodeURIComponent(`domain="${domain}"`)}`);
  return known.parse(await response.json());
};

it('shows an alert, does not double it when it is sent again, and notifies of its end', async () => {
  const now = new Date();
  const domain = 'one.example';
  const item = sampleItem({ domain, certificateId: 'one', raisedAt: addMs(now, -HOUR_MS) });
  expect(await send('alert', now, item)).toMatchObject({ kind: 'delivered', status: 200 });
  expect(await open(domain)).toMatchObject([{ labels: { alertname: 'NotafterCertificateExpiry', team: 'web', threshold: '14' } }]);
  await expect.poll(() => notified.filter(({ labels }) => labels.domain === domain).map(({ status }) => status)).toEqual(['firing']);

  const later = addMs(now, MINUTE_MS);
  expect(await send('acknowledged', later, { ...item, text: 'Acknowledged by ann@example.com' })).toMatchObject({ kind: 'delivered' });
  expect(await open(domain)).toMatchObject([{ endsAt: addMs(later, HOUR_MS).toISOString() }]);

  expect(await send('resolved', now, { ...item, text: 'Resolved', resolvedAt: now })).toMatchObject({ kind: 'delivered' });
  expect(await open(domain)).toEqual([]);
  await expect.poll(() => notified.filter(({ labels }) => labels.domain === domain).map(({ status }) => status)).toContain('resolved');
});

it('accepts many alerts at once, and hostile texts in each field', async () => {
  const hostile = 'a"\\\n{{ .Labels }} \u202e\ud83d <b> $x '.repeat(40);
  const items = Array.from({ length: 200 }, (_, n) =>
    sampleItem({ certificateId: `many-${n}`, domain: 'many.example', issuer: hostile, summary: hostile, text: hostile }),
  );
  expect(await send('alert', new Date(), ...items)).toMatchObject({ kind: 'delivered', status: 200 });
  expect(await open('many.example')).toHaveLength(200);
});
