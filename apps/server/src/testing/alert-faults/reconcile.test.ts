import { type ChannelType, channelTypes, followsAlerts } from '@notafter/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LedgerMessage } from './ledger.ts';
import { planFaults } from './plan.ts';
import type { ReceivedMessage } from './received.ts';
import { reconcile } from './reconcile.ts';

const size = { certificates: 12, organizations: 4, kills: 1, restarts: 1, crossingMs: 1000, speed: 1, timeouts: true, seed: 3 };
const plan = planFaults(size);

let byChannel: Map<ChannelType, Map<string, ReceivedMessage>>;
let byMessage: Map<string, LedgerMessage>;
let deliveries: Record<string, number>;

/** The result of a run without faults. */
beforeEach(() => {
  byChannel = new Map();
  byMessage = new Map();
  deliveries = { 'alert sent': size.certificates * channelTypes.length };
  for (const channel of channelTypes) {
    const messages = new Map<string, ReceivedMessage>();
    byChannel.set(channel, messages);
    const add = (key: string, texts: readonly string[]): void => {
      // A digest shows the first of its alerts.
      messages.set(key, { shown: 1, texts: new Set(texts.slice(0, 2)), covers: texts.length });
      byMessage.set(key, { channel, marked: false, parts: texts.length, unknown: 0, crashed: 0 });
    };
    for (const { name, grouped, certificates } of plan.organizations) {
      const texts = certificates.map(({ text }) => text);
      if (grouped && !followsAlerts(channel)) add(`${channel} of ${name}`, texts);
      else for (const text of texts) add(`${channel} ${text}`, [text]);
    }
  }
});

const run = () => {
  const alerts = plan.organizations.flatMap(({ certificates }) =>
    certificates.map(({ domain, threshold }) => ({ domain, rule: 'expiry', threshold })),
  );
  const received = { byChannel, takenAt: [], behaviors: new Map(), faulty: [] };
  return reconcile(plan, received, { alerts, byMessage, deliveries, openAttempts: 0, foundAfterMs: [] });
};
const figuresOf = (channel: ChannelType) => run().channels.find((figures) => figures.channel === channel);
/** One message of the first organization, which gets no digests. */
const oneOf = (channel: ChannelType): { key: string; received: ReceivedMessage; ledger: LedgerMessage } => {
  const key = `${channel} ${plan.organizations[0]?.certificates[0]?.text}`;
  const [received, ledger] = [byChannel.get(channel)?.get(key), byMessage.get(key)];
  if (received === undefined || ledger === undefined) throw new Error(`No ${key}.`);
  return { key, received, ledger };
};

describe('the reconciliation', () => {
  it('finds no problem if every alert was sent once', () => {
    const { channels, problems } = run();
    expect(problems).toEqual([]);
    expect(channels).toHaveLength(channelTypes.length);
    for (const { expected, sent, lost, duplicates } of channels) expect([expected, sent, lost, duplicates]).toEqual([12, 12, 0, 0]);
  });

  it('reports an alert that a receiver never got, alone or in a digest', () => {
    byChannel.get('teams')?.delete(oneOf('teams').key);
    const digest = [...(byChannel.get('email')?.values() ?? [])].find(({ covers }) => covers > 1);
    if (digest === undefined) throw new Error('No digest.');
    digest.covers -= 1;
    expect(figuresOf('teams')).toMatchObject({ sent: 11, lost: 1 });
    expect(figuresOf('email')).toMatchObject({ sent: 11, lost: 1 });
    expect(run().problems).toEqual(['email: 1 lost', 'teams: 1 lost']);
  });

  it('excuses a marked repetition of an interrupted send, if the receiver cannot recognize it', () => {
    const { key, received, ledger } = oneOf('slack');
    received.shown = 2;
    expect(run().problems).toEqual([`slack: message ${key} was shown 2 times, and 0 of its sends were interrupted`]);
    byMessage.set(key, { ...ledger, unknown: 1 });
    expect(run().problems).toEqual([`slack: message ${key} was shown 2 times, and is not marked`]);
    byMessage.set(key, { ...ledger, unknown: 1, marked: true });
    expect(run().problems).toEqual([]);
    expect(figuresOf('slack')).toMatchObject({ sent: 12, duplicates: 1, cutOff: 1, marked: 1 });
  });

  it.each(['pagerduty', 'splunk', 'webhook'] as const)('excuses no repetition on %s', (channel) => {
    const { key, received, ledger } = oneOf(channel);
    received.shown = 2;
    byMessage.set(key, { ...ledger, unknown: 1 });
    expect(run().problems).toContain(`${channel}: 1 duplicates`);
  });

  it('excuses no second message about the same certificate', () => {
    const { received, ledger } = oneOf('zapier');
    byChannel.get('zapier')?.set('another', { ...received });
    byMessage.set('another', ledger);
    expect(run().problems).toEqual(['zapier: 1 certificates are in two messages']);
  });

  it('reports a mark without a reason, an unknown message, and an unfinished delivery', () => {
    const { key, ledger } = oneOf('telegram');
    byMessage.set(key, { ...ledger, marked: true });
    byChannel.get('google_chat')?.set('stranger', { shown: 1, texts: new Set(['c99.fault.test expires in 7 day']), covers: 1 });
    deliveries = { 'alert sent': 107, 'alert dead': 1 };
    expect(run().problems).toEqual([
      `telegram: message ${key} is marked although no send was interrupted`,
      'google_chat: the ledger lacks message stranger',
      'the ledger has deliveries {"alert sent":107,"alert dead":1}',
      'google_chat: unexpected: c99.fault.test expires in 7 day',
    ]);
  });
});

it('the plan is the same for the same seed, and different for another', () => {
  expect(planFaults(size)).toEqual(plan);
  expect(planFaults({ ...size, seed: 4 })).not.toEqual(plan);
});
