import type { ChannelMessage, Mail, MessageItem } from '@notafter/domain';
import { describe, expect, it } from 'vitest';
import { compose } from './compose.ts';
import { renderMail } from './render-mail.ts';

const item: MessageItem = {
  alertId: 'alert-1',
  certificateId: '0198a7a2-2222-7222-8333-444455556666',
  threadKey: 'thread-1',
  incidentKey: 'incident-1',
  rule: 'expiry',
  threshold: 14,
  severity: 'warning',
  domain: 'shop.example.com',
  summary: 'The certificate of shop.example.com expires in 14 days.',
  text: 'Renew it by 1 March.',
  daysLeft: 14,
  expiresAt: new Date('2027-03-01T12:00:00Z'),
  issuer: "Let's Encrypt",
  fingerprint256: null,
  reasons: ['hostname_mismatch'],
  raisedAt: new Date('2027-02-15T12:00:00Z'),
  resolvedAt: null,
  certificateUrl: 'https://notafter.example/certificates/1?a=1&b=2',
  acknowledgeUrl: 'https://notafter.example/acknowledge/signed',
};
const message: ChannelMessage = {
  kind: 'alert',
  idempotencyKey: 'key-1',
  organization: 'Acme',
  severity: 'warning',
  title: 'shop.example.com expires in 14 days',
  text: 'Renew it\nby 1 March.',
  items: [item],
  notificationsUrl: 'https://notafter.example/notifications',
  at: new Date('2027-02-15T12:00:05Z'),
};
const mailWith = (changes: Partial<ChannelMessage>): Mail => ({
  kind: 'alert',
  to: 'team@example.com',
  alsoTo: [],
  link: item.certificateUrl,
  message: { ...message, ...changes },
});

describe('the mail of one alert', () => {
  const { subject, text, html } = renderMail(mailWith({}));

  it('states what happened and the facts in both bodies', () => {
    expect(subject).toBe('shop.example.com expires in 14 days');
    expect(text).toContain('Renew it\nby 1 March.');
    expect(html).toContain('Renew it<br>by 1 March.');
    for (const known of ['What to do', 'shop.example.com', '2027-03-01 12:00 UTC (14 days left)', 'hostname mismatch', 'Acme']) {
      expect(text).toContain(known);
      expect(html).toContain(known);
    }
  });

  it('links to the certificate and to the page that acknowledges', () => {
    expect(text.split('\n')).toContain(item.certificateUrl);
    expect(text.split('\n')).toContain(item.acknowledgeUrl);
    expect(html).toContain('href="https://notafter.example/certificates/1?a=1&amp;b=2"');
    expect(html).toContain('href="https://notafter.example/acknowledge/signed"');
  });

  it('supports dark mode', () => {
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media (prefers-color-scheme: dark)');
  });

  it('loads no remote content', () => {
    expect(html).not.toMatch(/<img|<script|<link|url\(|src=/i);
  });
});

it('lists the alerts of a digest, and counts those above a hundred', () => {
  const items = Array.from({ length: 130 }, (_, n) => ({
    ...item,
    text: `host-${n} expires.`,
    certificateUrl: `https://notafter.example/c/${n}`,
  }));
  const { text, html } = renderMail(mailWith({ kind: 'digest', items }));
  expect(text.match(/^- host-\d+ expires\.$/gm)).toHaveLength(100);
  expect(html.match(/<li /g)).toHaveLength(100);
  expect(text.match(/host-7 expires/g)).toHaveLength(1);
  expect(text).toContain('And 30 more: https://notafter.example/notifications');
  expect(html).toContain('And 30 more');
});

it('renders a test without an alert', () => {
  const { text, html } = renderMail(mailWith({ kind: 'test', items: [] }));
  expect(text).toContain('https://notafter.example/notifications');
  expect(html).toContain('Open notifications');
});

it.each([
  '<script>alert(1)</script>',
  '" onmouseover="x',
  "'><img src=x onerror=alert(1)>",
  '&lt;b&gt;',
  'a\r\nBcc: eve@example.com',
  'a\u0000\u202eb\u001b[31m',
])('escapes text from certificates and templates: %j', (hostile) => {
  const changes = {
    title: hostile,
    text: hostile,
    organization: hostile,
    items: [{ ...item, domain: hostile, summary: hostile, text: hostile, issuer: hostile, reasons: [hostile] }],
  };
  for (const mail of [mailWith(changes), mailWith({ ...changes, items: [...changes.items, ...changes.items] })]) {
    const { subject, text, html } = renderMail(mail);
    expect(subject).not.toMatch(/[\r\n]/);
    expect(html).not.toMatch(/<script|<img|<b>| onmouseover="x/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for them
    expect(subject + text + html).not.toMatch(/[\u0000\u001b\u202e\r]/);
    expect(compose(mail, 'key', 'Notafter <notafter@notafter.example>').subject).toBe(subject);
  }
});

it('goes to every address, and treats each one as an address only', () => {
  const mail: Mail = { kind: 'alert', to: 'a@example.com', alsoTo: ['b@example.com'], link: item.certificateUrl, message };
  expect(compose(mail, 'key', 'n@notafter.example').to).toEqual([
    { name: '', address: 'a@example.com' },
    { name: '', address: 'b@example.com' },
  ]);
  expect(() => compose({ ...mail, alsoTo: ['b@example.com\r\nBcc: eve@example.com'] }, 'key', 'n@notafter.example')).toThrow(
    'not an email address',
  );
});
