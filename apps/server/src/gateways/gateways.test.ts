import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sampleMessage } from '@notafter/channels/testing';
import { readConfig } from '@notafter/config';
import { createRecordingLog } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGateways } from './gateways.ts';

const receiver = createServer((request, response) => {
  request.resume();
  response.end('taken');
});
const portOf = (address: string | AddressInfo | null): number => (typeof address === 'object' && address !== null ? address.port : 0);
beforeAll(() => new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve)));
afterAll(() => receiver.close());

/** The outcomes of a webhook and of a check to the same private address. */
const outcomesWith = async (environment: Record<string, string>) => {
  const { gateways, close } = await openGateways(readConfig(environment, '/'), createRecordingLog());
  try {
    const port = portOf(receiver.address());
    const settings = { url: `http://127.0.0.1:${port}/hook` };
    const signingSecrets = [`whsec_${Buffer.alloc(32, 1).toString('base64')}`];
    const sent = await gateways.channels.send({ type: 'webhook', settings, signingSecrets, message: sampleMessage() });
    const probed = await gateways.prober.probe({ host: '127.0.0.1', port });
    return { webhook: sent.kind, probe: probed.kind === 'unreachable' ? probed.reason : probed.kind };
  } finally {
    await close();
  }
};

describe('private address space', () => {
  it('is closed to checks and webhooks by default', async () => {
    expect(await outcomesWith({})).toEqual({ webhook: 'broken', probe: 'not_allowed' });
  });

  it('in TARGET_ALLOW is open to both', async () => {
    const { webhook, probe } = await outcomesWith({ TARGET_ALLOW: '127.0.0.0/8' });
    expect(webhook).toBe('delivered');
    expect(probe).not.toBe('not_allowed');
  });

  it('only in WEBHOOK_ALLOW is open to webhooks and closed to checks', async () => {
    expect(await outcomesWith({ WEBHOOK_ALLOW: '127.0.0.0/8' })).toEqual({ webhook: 'delivered', probe: 'not_allowed' });
  });

  it.each(['none', '10.0.0.0/8'])('in TARGET_ALLOW is closed to webhooks with WEBHOOK_ALLOW=%s', async (WEBHOOK_ALLOW) => {
    const { webhook, probe } = await outcomesWith({ TARGET_ALLOW: '127.0.0.0/8', WEBHOOK_ALLOW });
    expect(webhook).toBe('broken');
    expect(probe).not.toBe('not_allowed');
  });
});
