import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { readConfig } from '@notafter/config';
import { addCertificate, addWebhookEndpoint, deliverSlice, enqueueDueDeliveries, testWebhookEndpoint } from '@notafter/features';
import { createRecordingLog, createTestContext, makeOrgContext, servedObservation, type TestContext } from '@notafter/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openGateways } from './gateways.ts';

const received: { readonly id: string; readonly timestamp: string; readonly signatures: string[]; readonly body: string }[] = [];
const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const header = (name: string): string => String(request.headers[`webhook-${name}`]);
  const body = Buffer.concat(chunks).toString();
  received.push({ id: header('id'), timestamp: header('timestamp'), signatures: header('signature').split(' '), body });
  response.writeHead(204).end();
});
let test: TestContext;
let url: string;
beforeAll(async () => {
  test = await createTestContext();
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const address = receiver.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.');
  url = `http://127.0.0.1:${address.port}/hook`;
});
beforeEach(() => {
  received.length = 0;
});
afterAll(async () => {
  receiver.close();
  await test.close();
});

/** An admin whose events go through the gateways of a server with this environment. */
const openServer = async (environment: Record<string, string>) => {
  const { gateways, close } = await openGateways(readConfig(environment, '/'), createRecordingLog());
  const ctx = { ...test.ctx, gateways: { ...test.ctx.gateways, eventPosts: gateways.eventPosts } };
  return { ctx, admin: await makeOrgContext(ctx, { plan: 'Enterprise' }), close };
};
const endpoint = () => ({ name: 'Deploy bot', url, types: ['certificate.added' as const], enabled: true });

/** Verifies as in Standard Webhooks 1.0, without our own code. */
const signatureOf = (secret: string, { id, timestamp, body }: { id: string; timestamp: string; body: string }): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')}`;

it('delivers an event to a real receiver with a Standard Webhooks signature of its bytes', async () => {
  const { ctx, admin, close } = await openServer({ WEBHOOK_ALLOW: '127.0.0.0/8' });
  try {
    const { signingSecret } = await addWebhookEndpoint(admin, endpoint());
    ctx.gateways.prober.answer('shop.example:443', servedObservation('shop.example'));
    await addCertificate(admin, { domain: 'shop.example' });
    for (const shard of await enqueueDueDeliveries(ctx)) await deliverSlice(ctx, { shard });
    const [event] = received;
    if (event === undefined) throw new Error('Nothing was received.');
    expect(received).toHaveLength(1);
    expect(event.signatures).toEqual([signatureOf(signingSecret, event)]);
    expect(event.signatures).not.toEqual([signatureOf(signingSecret, { ...event, body: event.body.replace('shop', 'evil') })]);
    expect(event.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(Number(event.timestamp)).toBeGreaterThan(0);
    expect(JSON.parse(event.body)).toMatchObject({ type: 'certificate.added', data: { certificate: { domain: 'shop.example' } } });
  } finally {
    await close();
  }
});

it('delivers no event to a private address that WEBHOOK_ALLOW does not include', async () => {
  const { admin, close } = await openServer({});
  try {
    const added = await addWebhookEndpoint(admin, endpoint());
    await expect(testWebhookEndpoint(admin, added.endpoint)).rejects.toMatchObject({ code: 'webhook_test_failed' });
    expect(received).toEqual([]);
  } finally {
    await close();
  }
});
