import type { Mail } from '@notafter/domain';
import { describe, expect, it } from 'vitest';
import { renderMail } from './render-mail.ts';

const link = 'http://localhost:3000/activate/0198-id.mac?a=1&b=2';
const activation: Mail = { kind: 'account-activation', to: 'ada@example.com', firstName: 'Ada', link, validHours: 48 };
const reset: Mail = { kind: 'password-reset', to: 'ada@example.com', firstName: 'Ada', link, validMinutes: 60 };
const broken: Mail = {
  kind: 'channel-broken',
  to: 'ada@example.com',
  firstName: 'Ada',
  channel: 'The Slack channel',
  reason: 'no_service <b>',
  link,
};

describe.each([activation, reset, broken])('the $kind mail', (mail) => {
  const { subject, text, html } = renderMail(mail);

  it('names the product and greets the person', () => {
    expect(subject + text).toContain('Notafter');
    expect(text).toMatch(/^Hello Ada,\n/);
    expect(html).toContain('Hello Ada,');
  });

  it('shows the whole link on a separate line in the text, and escaped in the HTML', () => {
    expect(text.split('\n')).toContain(link);
    expect(html).toContain('href="http://localhost:3000/activate/0198-id.mac?a=1&amp;b=2"');
  });

  it('loads no remote content', () => {
    expect(html).not.toMatch(/<img|<script|<link|url\(|src=/i);
    expect(html.match(/https?:[^"'<\s]+/g)?.every((url) => url.startsWith('http://localhost:3000/'))).toBe(true);
  });
});

it('states how long each link works', () => {
  expect(renderMail(activation).text).toContain('works for 48 hours.');
  expect(renderMail(reset).text).toContain('use the link once, within 60 minutes.');
  expect(renderMail({ ...reset, validMinutes: 1 }).text).toContain('within 1 minute.');
});

it("names the broken channel and its receiver's response, as text", () => {
  const { subject, text, html } = renderMail(broken);
  expect(subject).toBe('The Slack channel no longer receives alerts');
  expect(text).toContain('It answered: no_service <b>');
  expect(html).toContain('no_service &lt;b&gt;');
});

it('informs the operator of the outage, and says that teams are not alerted', () => {
  const detail = '37 of the 120 endpoints checked since 2026-11-10T12:00:00.000Z are unreachable.';
  const { subject, text } = renderMail({ kind: 'mass-outage', to: 'ops@example.com', detail, link });
  expect(subject).toBe('Many endpoints are unreachable');
  expect(text).toContain(detail);
  expect(text).toContain('No team is alerted');
});

it('informs the operator of a log that broke a promise', () => {
  const detail = 'One 2026h2 by Operator: the head does not contain the entries of an earlier one.';
  const { subject, text } = renderMail({ kind: 'log-broken', to: 'ops@example.com', detail, link });
  expect(subject).toBe('A transparency log broke a promise');
  expect(text).toContain(detail);
});

it('informs the operator of a source that gives nothing', () => {
  const detail = 'crt.sh: no answer since 2026-11-10 12:00 UTC.';
  const { subject, text } = renderMail({ kind: 'transparency-blind', to: 'ops@example.com', detail, link });
  expect(subject).toBe('A source of issued certificates gives nothing');
  expect(text).toContain(detail);
  expect(text).toContain(`${link}/transparency`);
});

it('informs the operator of late jobs', () => {
  const since = new Date('2026-03-01T12:04:30Z');
  const { subject, text } = renderMail({
    kind: 'jobs-late',
    to: 'ops@example.com',
    late: ['check-slice', 'deliver-slice'],
    since,
    link: 'https://certs.example.com',
  });
  expect(subject).toBe('Checks and alerts are late');
  expect(text).toContain('since 2026-03-01 12:04 UTC. Late: check-slice, deliver-slice.');
});

it.each(['Łukasz', "O'Neill-Smith", 'Мария', 'José María', '美咲'])('greets %s by name', (firstName) => {
  expect(renderMail({ ...activation, firstName }).text).toMatch(new RegExp(`^Hello ${firstName},`));
});

it.each(['<b>Ada</b>', 'win at http://evil.example', 'www.evil.example', 'Ada\r\nBcc: x@example.com', 'a'.repeat(41), '" onload="x'])(
  'omits a name that could be read as markup, a link or a message: %j',
  (firstName) => {
    const { subject, text, html } = renderMail({ ...activation, firstName });
    expect(text).toMatch(/^Hello,\n/);
    expect(text + html + subject).not.toContain(firstName);
  },
);
