import { type AlertId, addMs, brandId, DAY_MS, HOUR_MS } from '@notafter/domain';
import { expect, it } from 'vitest';
import { partOf, renderMessage } from './render-message.ts';
import type { AlertToSend } from './waiting-deliveries.ts';

const now = new Date('2027-01-12T12:00:00Z');
const facts = { organization: 'Acme', template: null, now };
const links: Parameters<typeof renderMessage>[0] = {
  auth: { signAlertLink: (id: AlertId) => `${id}.signed` },
  config: { publicUrl: 'https://notafter.example' },
};

const alertAbout = (domain: string, given: Partial<AlertToSend>): AlertToSend => ({
  id: brandId('01989f0a-7c1e-7b42-9f60-000000000001'),
  orgId: brandId('01989f0a-7c1e-7b42-9f60-000000000002'),
  certificateId: brandId('01989f0a-7c1e-7b42-9f60-000000000003'),
  domain,
  rule: 'expiry',
  threshold: 30,
  occasion: 'AA',
  summary: 'Expires soon.',
  served: null,
  notAfter: addMs(now, 30 * DAY_MS),
  issuer: null,
  fingerprint256: null,
  reasons: [],
  raisedAt: now,
  acknowledgedAt: null,
  acknowledgedBy: null,
  escalatedAt: null,
  resolvedAt: null,
  resolution: null,
  ...given,
});

const asPart = (alert: AlertToSend) => ({ kind: 'alert' as const, alert, incidentKey: alert.id, page: null });

it.each([
  [30 * DAY_MS, '⚠️ SSL Certificate Alert: a.example expires in 30 days (2027-02-11)', 'a.example expires in 30 days'],
  [DAY_MS + HOUR_MS, '⚠️ SSL Certificate Alert: a.example expires in 1 day (2027-01-13)', 'a.example expires in 1 day'],
  [13 * HOUR_MS, '⚠️ SSL Certificate Alert: a.example expires in less than a day (2027-01-13)', 'a.example expires in less than a day'],
  [-HOUR_MS, '⚠️ SSL Certificate Alert: a.example expired 1 day ago', 'a.example expired 1 day ago'],
])('says in a sentence how long is left: %i ms', (leftMs, text, title) => {
  const parts = [partOf(asPart(alertAbout('a.example', { notAfter: addMs(now, leftMs) })), facts)];
  expect(renderMessage(links, { kind: 'alert', key: 'key', parts }, facts)).toMatchObject({ text, title, items: [{ text }] });
});

it('fills in an organization’s own template to the letter', () => {
  const alert = alertAbout('a.example', { notAfter: addMs(now, DAY_MS) });
  expect(partOf(asPart(alert), { ...facts, template: '{{domain}}: {{days}} days' }).text).toBe('a.example: 1 days');
});

it('begins a digest with what cannot wait, and counts it in the title', () => {
  const alerts = [
    alertAbout('later.example', {}),
    alertAbout('soon.example', { threshold: 7, notAfter: addMs(now, 7 * DAY_MS) }),
    alertAbout('changed.example', { rule: 'changed', notAfter: addMs(now, DAY_MS) }),
    alertAbout('over.example', { rule: 'expired', threshold: -1, notAfter: addMs(now, -DAY_MS) }),
  ];
  const parts = alerts.map((alert) => partOf(asPart(alert), facts));
  const { title, items } = renderMessage(links, { kind: 'alert', key: 'key', parts }, facts);
  expect(title).toBe('4 SSL certificate alerts, 2 critical');
  expect(items.map(({ domain }) => domain)).toEqual(['over.example', 'soon.example', 'changed.example', 'later.example']);
});
