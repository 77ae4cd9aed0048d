import { addMs, DAY_MS, type Mail, type Report } from '@notafter/domain';
import { createTransport } from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { compose } from './compose.ts';
import { renderMail } from './render-mail.ts';

const until = new Date('2026-11-23T07:00:00Z');
const base = 'https://certs.example.com';
const endpoint = (domain: string, days: number, issuer: string | null = "Let's Encrypt") => ({
  ...{ domain, issuer, notAfter: addMs(until, days * DAY_MS), daysLeft: days, url: `${base}/certificates/0198` },
});
const figures = { total: 1204, expired: 1, critical: 2, warning: 3, valid: 1198, unreachable: 4, late: 2, healthScore: 25, riskScore: 100 };
const report: Report = {
  ...{ organization: 'Harborline', frequency: 'weekly', from: addMs(until, -7 * DAY_MS), until, timeZone: 'Europe/Berlin', readAt: until },
  figures,
  before: { ...figures, day: '2026-11-15', total: 1200, expired: 3, healthScore: 40 },
  renewals: 37,
  expiring: { total: 12, first: [endpoint('shop.example', 0), endpoint('pay.example', 1)], url: `${base}/certificates?search=x` },
  late: { total: 0, first: [], url: `${base}/late` },
  expired: { total: 1, first: [endpoint('old.example', -2, null)], url: `${base}/expired` },
  limit: { text: '100 days', from: '2027-03-15', misses: 3, check: 5 },
  file: { rows: 40, total: 40 },
  ...{ analyticsUrl: `${base}/analytics`, readinessUrl: `${base}/analytics/readiness`, settingsUrl: `${base}/analytics/report` },
};
const unsubscribeLink = `${base}/report/0198.mac`;
const mailOf = (changes: Partial<Report> = {}, link: string | null = unsubscribeLink): Extract<Mail, { kind: 'report' }> => ({
  ...{
    kind: 'report',
    to: 'ada@example.com',
    report: { ...report, ...changes },
    csv: 'domain\r\n',
    link: report.analyticsUrl,
    unsubscribeLink: link,
  },
});
const textOf = (html: string) =>
  html
    .replaceAll(/<(style|title)>.*?<\/\1>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');

describe('the report', () => {
  const { subject, text, html } = renderMail(mailOf());

  it('says the same in both forms: figures, changes, endpoints, limit and links', () => {
    expect(subject).toBe('Weekly certificate report: Harborline');
    expect(text).toContain('November 16, 2026 to November 23, 2026 (Europe/Berlin)');
    for (const line of [
      'Certificates: 1,204 (+4)',
      'Expired: 1 (\u22122)',
      'Unreachable: 4 (0)',
      'SSL Health Score: 25 (\u221215)',
      'Renewals in this period: 37',
    ])
      expect(text.split('\n')).toContain(line);
    const shown = textOf(html);
    for (const words of [
      'Certificates 1,204 +4',
      'Expired 1 \u22122',
      'Unreachable 4 0',
      'SSL Health Score 25 \u221215',
      'Renewals in this period 37',
    ])
      expect(shown).toContain(words);
    for (const words of [
      'Expiring in the next 30 days: 12',
      'and 10 more',
      'No renewal is late.',
      'today',
      'in 1 day',
      '2 days ago',
      '3 renewals missed, 5 to check',
    ])
      expect([text.includes(words), shown.includes(words)]).toEqual([true, true]);
    for (const url of [unsubscribeLink, report.settingsUrl, report.analyticsUrl, report.readinessUrl])
      expect([text.includes(url), html.includes(`href="${url}"`)]).toEqual([true, true]);
  });

  it('loads nothing and runs nothing', () => {
    expect(html).not.toMatch(/<img|<script|<link|<iframe|<form|url\(|src=|@import/i);
  });

  it('has no changes before there are earlier figures', () => {
    const first = renderMail(mailOf({ before: null }));
    expect(first.text).toContain('No earlier figures are recorded yet.');
    expect(first.text).toContain('Certificates: 1,204\n');
    expect(first.html).not.toContain('>Change<');
  });

  it('says where the attached file ends', () => {
    expect(text).toContain('The attached file lists the 40 endpoints that expire in the next 90 days.');
    expect(renderMail(mailOf({ file: { rows: 5000, total: 5001 } })).text).toContain(
      'the 5,000 endpoints that expire in the next 90 days first, of 5,001.',
    );
  });

  it('has no link to unsubscribe if its reader requested it', () => {
    const test = renderMail(mailOf({}, null));
    expect(test.text).not.toContain('Unsubscribe:');
    expect(test.html).not.toContain('>Unsubscribe<');
  });
});

describe('a hostile name', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '</td></table><h1>Pay here</h1>',
    "' onmouseover='alert(1)",
    '&lt;b&gt;',
    '<style>*{display:none}</style>',
    'a\u202egnp.exe\u0000\r\nBcc: eve@example.com',
  ];

  it.each(hostile)('stays text wherever it is: %j', (name) => {
    const list = { total: 1, first: [endpoint(name, 3, name)], url: `${base}/x` };
    const plain = { total: 1, first: [endpoint('x', 3, 'x')], url: `${base}/x` };
    const tagsOf = (html: string) => html.match(/<\/?[a-z][^>]*>/gi)?.map((tag) => tag.replaceAll(/href="[^"]*"/g, 'href'));
    const mail = renderMail(mailOf({ organization: name, expiring: list, late: list, expired: list }));
    const harmless = renderMail(mailOf({ organization: 'x', expiring: plain, late: plain, expired: plain }));
    // The same tags in the same order: the name added none, and left none open.
    expect(tagsOf(mail.html)).toEqual(tagsOf(harmless.html));
    for (const sign of ['\u202e', '\u0000', '\r', '\nBcc']) expect(mail.subject + mail.text + mail.html).not.toContain(sign);
    expect(mail.subject).not.toContain('\n');
  });

  it('adds no header and no recipient', async () => {
    const message = compose(mailOf({ organization: 'x\r\nBcc: eve@example.com' }), 'key', 'Notafter <notafter@example.com>');
    const sent = await createTransport({ streamTransport: true, buffer: true }).sendMail(message);
    expect(sent.envelope.to).toEqual(['ada@example.com']);
    expect(String(sent.message)).not.toMatch(/^Bcc:/im);
  });
});

it('a report offers one click to unsubscribe (RFC 8058), and carries its file', async () => {
  const transport = createTransport({ streamTransport: true, buffer: true });
  const raw = async (mail: Mail) => String((await transport.sendMail(compose(mail, 'key', 'Notafter <notafter@example.com>'))).message);
  const sent = await raw(mailOf());
  expect(sent).toContain(`List-Unsubscribe: <${unsubscribeLink}>`);
  expect(sent).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(sent).toMatch(/Content-Type: text\/csv; charset=utf-8; name=expiring-2026-11-23.csv/);
  expect(sent).toContain('Content-Disposition: attachment; filename=expiring-2026-11-23.csv');
  expect(sent).toContain('Content-Type: multipart/alternative');
  expect(await raw(mailOf({}, null))).not.toContain('List-Unsubscribe');
});

describe('the question before the first report', () => {
  const question = {
    kind: 'report-confirmation',
    to: 'eve@example.com',
    inviter: 'ada@example.com',
    organization: 'Harborline',
    frequency: 'monthly',
    link: unsubscribeLink,
  } as const;

  it('names who asks, and says that silence is a no', () => {
    const { text } = renderMail(question);
    expect(text).toContain('ada@example.com added this address to a monthly report about TLS certificates of the team of Harborline');
    expect(text).toContain('nothing is sent unless you confirm');
    expect(text.split('\n')).toContain(unsubscribeLink);
  });

  it('omits an organization whose name could be read as a message', () => {
    const { subject, text } = renderMail({ ...question, organization: 'win at http://evil.example', inviter: null });
    expect(subject + text).not.toContain('evil');
    expect(text).toContain('of a team on Notafter');
  });
});
