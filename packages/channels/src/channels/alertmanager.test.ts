import { addMs, type ChannelMessage, HOUR_MS, MINUTE_MS } from '@notafter/domain';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sampleDigest, sampleItem, sampleMessage } from '../testing/messages.ts';
import { alertmanager } from './alertmanager.ts';

const base = { url: 'https://alerts.example' };
const sent = z.array(
  z.object({
    labels: z.record(z.string(), z.string()),
    annotations: z.record(z.string(), z.string()),
    generatorURL: z.string(),
    startsAt: z.string(),
    endsAt: z.string(),
  }),
);
const render = (message: ChannelMessage, settings: Readonly<Record<string, string>> = base) =>
  alertmanager.render({ type: 'alertmanager', settings, signingSecrets: [], message }, new Date());
const alertsOf = (message: ChannelMessage, settings = base) => {
  const request = render(message, settings);
  return 'problem' in request ? [] : sent.parse(JSON.parse(request.body ?? ''));
};

it.each([
  ['https://alerts.example', 'https://alerts.example/api/v2/alerts'],
  ['http://alerts.example:9093/', 'http://alerts.example:9093/api/v2/alerts'],
  ['https://ops.example/alertmanager/', 'https://ops.example/alertmanager/api/v2/alerts'],
  ['https://alerts.example/api/v2/alerts', 'https://alerts.example/api/v2/alerts'],
  ['https://alerts.example/?x=1#/alerts', 'https://alerts.example/api/v2/alerts'],
])('posts for %s to %s', (url, endpoint) => {
  expect(render(sampleMessage(), { url })).toMatchObject({ url: endpoint, method: 'POST' });
});

it.each([
  [{ url: '' }],
  [{ url: 'ftp://alerts.example' }],
  [{ url: 'https://user:password@alerts.example' }],
  [{ ...base, labels: 'no list' }],
  [{ ...base, token: 'a\r\nx-other: b' }],
])('breaks the channel for %o', (settings) => {
  expect(render(sampleMessage(), settings)).toMatchObject({ kind: 'broken' });
});

it('signs in with a user name and password, a bearer token, or not at all', () => {
  expect(render(sampleMessage(), { ...base, username: 'ann', password: 'p:ä ' })).toMatchObject({
    headers: { authorization: `Basic ${Buffer.from('ann:p:ä').toString('base64')}` },
  });
  expect(render(sampleMessage(), { ...base, token: ' abc ' })).toMatchObject({ headers: { authorization: 'Bearer abc' } });
  expect(render(sampleMessage())).not.toHaveProperty('headers.authorization');
});

describe('an alert', () => {
  const item = sampleItem({ rule: 'expiry', threshold: 14 });
  const message = sampleMessage({ items: [item] });

  it('has labels for routing, annotations for people, and ends in an hour unless it is sent again', () => {
    expect(alertsOf(message, { ...base, ...{ labels: 'team=web,region = eu' } })).toEqual([
      {
        labels: {
          team: 'web',
          region: 'eu',
          alertname: 'NotafterCertificateExpiry',
          severity: 'warning',
          domain: 'shop.example.com',
          organization: 'Acme',
          certificate_id: item.certificateId,
          rule: 'expiry',
          threshold: '14',
        },
        annotations: {
          summary: item.summary,
          description: item.text,
          link: item.certificateUrl,
          expires_at: '2027-03-01T12:00:00.000Z',
          issuer: "Let's Encrypt",
        },
        generatorURL: item.certificateUrl,
        startsAt: item.raisedAt.toISOString(),
        endsAt: addMs(message.at, HOUR_MS).toISOString(),
      },
    ]);
  });

  it('keeps its labels until its end, and carries no link that acknowledges', () => {
    const [first] = alertsOf(message);
    const resolvedAt = addMs(item.raisedAt, MINUTE_MS);
    const changed = { ...item, text: 'Resolved', daysLeft: 3, resolvedAt };
    const [last] = alertsOf(sampleMessage({ kind: 'resolved', severity: 'info', items: [changed] }));
    expect(last).toMatchObject({ labels: first?.labels, endsAt: resolvedAt.toISOString() });
    expect(JSON.stringify(first)).not.toContain('acknowledge');
  });

  it('never ends before it starts', () => {
    const resolvedAt = addMs(item.raisedAt, -1);
    const [last] = alertsOf(sampleMessage({ kind: 'resolved', items: [{ ...item, resolvedAt }] }));
    expect(last?.endsAt).toBe(item.raisedAt.toISOString());
    const ahead = addMs(message.at, 2 * HOUR_MS);
    const [early] = alertsOf(sampleMessage({ items: [{ ...item, raisedAt: ahead }] }));
    expect(early?.startsAt).toBe(message.at.toISOString());
  });

  it('stays open when someone acknowledges it', () => {
    const [one] = alertsOf(sampleMessage({ kind: 'acknowledged', items: [item] }));
    expect(one?.endsAt).toBe(addMs(message.at, HOUR_MS).toISOString());
  });
});

it('sends several alerts in one request, each with its labels', () => {
  const alerts = alertsOf(sampleDigest(50));
  expect(new Set(alerts.map(({ labels }) => JSON.stringify(labels))).size).toBe(50);
});

it('sends a test that ends by itself', () => {
  const message = sampleMessage({ kind: 'test', items: [], text: 'This is a test.' });
  expect(alertsOf(message)).toMatchObject([
    {
      labels: { alertname: 'NotafterTest', severity: 'info', organization: 'Acme' },
      endsAt: addMs(message.at, 5 * MINUTE_MS).toISOString(),
    },
  ]);
});
