import type { OutgoingMessage } from '@notafter/domain';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { sampleDigest, sampleMessage } from '../testing/messages.ts';
import { webhook } from './webhook.ts';

const secretOf = (byte: number): string => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
const message = sampleMessage();
const render = (changes: Partial<OutgoingMessage> = {}, now = new Date()) => {
  const request = webhook.render(
    { type: 'webhook', settings: { url: 'https://example.com/hook' }, signingSecrets: [secretOf(1)], message, ...changes },
    now,
  );
  if ('problem' in request) throw new Error(request.problem);
  const { headers = {}, body = '' } = request;
  return { headers: { ...headers }, body };
};

describe('the signature', () => {
  it("verifies with the specification's library", () => {
    const { headers, body } = render();
    expect(new Webhook(secretOf(1)).verify(body, headers)).toMatchObject({ type: 'alert.raised' });
  });

  it('verifies with the old and the new secret while both are valid, and with no other secret', () => {
    const { headers, body } = render({ signingSecrets: [secretOf(2), secretOf(1)] });
    expect(() => new Webhook(secretOf(1)).verify(body, headers)).not.toThrow();
    expect(() => new Webhook(secretOf(2)).verify(body, headers)).not.toThrow();
    expect(() => new Webhook(secretOf(3)).verify(body, headers)).toThrow();
  });

  it('covers the body, the ID and the timestamp', () => {
    const { headers, body } = render();
    const verify =
      (changed: Record<string, string>, changedBody = body) =>
      () =>
        new Webhook(secretOf(1)).verify(changedBody, { ...headers, ...changed });
    expect(verify({})).not.toThrow();
    expect(verify({}, body.replace('shop', 'evil'))).toThrow();
    expect(verify({ 'webhook-id': 'another' })).toThrow();
    expect(verify({ 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) })).toThrow();
  });

  it('is new at each attempt, with the same ID', () => {
    const first = render({}, new Date('2027-01-01T00:00:00Z'));
    const second = render({}, new Date('2027-01-01T00:05:00Z'));
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(second.headers['webhook-signature']).not.toBe(first.headers['webhook-signature']);
  });

  it.each([{ signingSecrets: [] }, { signingSecrets: ['whsec_'] }])('is never omitted: %j', (changes) => {
    expect(() => render(changes)).toThrow('no signing secret');
  });
});

it('distinguishes each kind of message by its type', () => {
  const typeOf = (kind: typeof message.kind): unknown => JSON.parse(render({ message: { ...message, kind } }).body).type;
  expect((['alert', 'escalation', 'acknowledged', 'resolved', 'digest', 'test'] as const).map(typeOf)).toEqual([
    'alert.raised',
    'alert.escalated',
    'alert.acknowledged',
    'alert.resolved',
    'alert.digest',
    'test',
  ]);
});

it('keeps a digest below 20 KB and counts the alerts it left out', () => {
  const { body } = render({ message: sampleDigest(500) });
  expect(Buffer.byteLength(body)).toBeLessThan(20_000);
  const { data } = JSON.parse(body);
  expect(data.alerts.length + data.alerts_left_out).toBe(500);
});
