import type { ChannelMessage, ChannelType, OutgoingMessage } from '@notafter/domain';
import { describe, expect, it } from 'vitest';
import type { HttpChannel, HttpRequest } from './channel.ts';
import { alertmanager } from './channels/alertmanager.ts';
import { googleChat } from './channels/google-chat.ts';
import { pagerduty } from './channels/pagerduty.ts';
import { slack } from './channels/slack.ts';
import { splunk } from './channels/splunk.ts';
import { teams } from './channels/teams.ts';
import { telegram } from './channels/telegram.ts';
import { webhook } from './channels/webhook.ts';
import { zapier } from './channels/zapier.ts';
import { sampleDigest, sampleItem, sampleMessage } from './testing/messages.ts';
import { settingsAt } from './testing/settings.ts';
import type { Vendor } from './testing/vendor.ts';
import { createAlertmanager } from './testing/vendors/alertmanager.ts';
import { googleChat as googleChatVendor } from './testing/vendors/google-chat.ts';
import { createPagerduty } from './testing/vendors/pagerduty.ts';
import { slack as slackVendor } from './testing/vendors/slack.ts';
import { createSplunk } from './testing/vendors/splunk.ts';
import { teams as teamsVendor } from './testing/vendors/teams.ts';
import { telegram as telegramVendor } from './testing/vendors/telegram.ts';
import { webhookWith } from './testing/vendors/webhook.ts';
import { zapier as zapierVendor } from './testing/vendors/zapier.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const settings = settingsAt('http://stand-in.test');

const http: readonly (readonly [ChannelType, HttpChannel, Vendor])[] = [
  ['slack', slack, slackVendor],
  ['telegram', telegram('http://stand-in.test/telegram'), telegramVendor],
  ['google_chat', googleChat, googleChatVendor],
  ['teams', teams, teamsVendor],
  ['pagerduty', pagerduty('http://stand-in.test/pagerduty/v2/enqueue'), createPagerduty()],
  ['splunk', splunk('http://stand-in.test/splunk/'), createSplunk()],
  ['zapier', zapier, zapierVendor],
  ['webhook', webhook, webhookWith(SECRET)],
  ['alertmanager', alertmanager, createAlertmanager()],
];

/** Possible names of a certificate, an issuer, a template or a colleague's organization. */
const hostile = {
  'turned round': 'moc.elpmaxe\u202egnp.exe\u202c \u2066x\u2069 \u200fa\u200b',
  'control characters': 'a\u0000b\u0007c\u001b[31md\u0085e\u009bf',
  'a script': '<script>alert(1)</script><img src=x onerror=alert(1)>',
  'broken markup': '<b><i>a</b> </a> <a href="http://evil.example">x & &amp; &lt; &#60; <',
  Markdown: '[click](http://evil.example) **b** _i_ `c` ~s~ # h\n- l\n> q <http://evil.example|click> ![x](http://evil.example)',
  mentions: '@channel @here @everyone <!channel> <!here> <@U123> <users/all> <at>all</at> @admin',
  'header lines': 'a\r\nBcc: eve@example.com\r\n\r\nbody\nwebhook-id: x',
  templates: `\${7*7} {{7*7}} @{triggerBody()} #{x} %s %00 \\u0000 \\"`,
  'a lone surrogate': 'a\ud83d b\udc00',
  'invisible characters only': '\u202e\u0000 \u200b',
  'a huge name': 'x'.repeat(300_000),
  'a huge name in bytes': '€'.repeat(300_000),
  'a huge name in entities': '<&>'.repeat(100_000),
} as const;

const messagesWith = (text: string): readonly ChannelMessage[] => {
  const words = { domain: text, summary: text, text, issuer: text, reasons: [text, text] };
  return [
    sampleMessage({ title: text, text, organization: text, items: [sampleItem(words)] }),
    sampleMessage({ title: text, text, organization: text, kind: 'test', items: [] }),
    { ...sampleDigest(200, words), title: text, text, organization: text },
  ];
};

const render = (
  type: ChannelType,
  channel: HttpChannel,
  message: ChannelMessage,
  changed: Partial<OutgoingMessage> = {},
): HttpRequest | null => {
  const request = channel.render({ type, settings: settings[type], signingSecrets: [SECRET], message, ...changed }, new Date());
  return 'problem' in request ? null : request;
};

const acceptedBy = (vendor: Vendor, { url, method = 'GET', headers = {}, body = '' }: HttpRequest) => {
  const { pathname, searchParams } = new URL(url);
  return vendor.accept({ method, path: pathname.replace(/^\/[^/]+/, ''), query: searchParams, headers, body });
};

/** Every text in a payload, at any depth. */
const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};
const payloadOf = (request: HttpRequest): unknown => JSON.parse(request.body ?? '');

describe.each(http)('%s', (type, channel, vendor) => {
  it.each(Object.entries(hostile))('stays valid for its receiver, with %s in every field', (_, text) => {
    for (const message of messagesWith(text)) {
      const request = render(type, channel, message);
      if (request === null) {
        expect(message.kind).toBe('digest');
        continue;
      }
      expect(acceptedBy(vendor, request).problems ?? []).toEqual([]);
      expect(JSON.stringify(request.headers)).not.toMatch(/[\r\n]|\\[rn]/);
    }
  });

  it('shows no bidirectional, invisible or control characters', () => {
    for (const text of [hostile['turned round'], hostile['control characters'], hostile['a lone surrogate'], hostile['header lines']]) {
      for (const message of messagesWith(text)) {
        const shown = textsIn(payloadOf(render(type, channel, message) ?? { url: '', body: '""' })).join('\n');
        // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for them
        expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/);
        expect(shown.isWellFormed()).toBe(true);
      }
    }
  });
});

const shownBy = (type: ChannelType, text: string): unknown => {
  const found = http.find(([name]) => name === type);
  if (found === undefined) throw new Error(`${type} is not covered here`);
  const request = render(type, found[1], sampleMessage({ title: text, text, items: [sampleItem({ issuer: text, summary: text })] }));
  return request === null ? null : payloadOf(request);
};

it('keeps Slack from interpreting links, mentions and formatting in certificate names', () => {
  for (const text of [hostile.mentions, hostile.Markdown, hostile['a script']]) {
    const payload = shownBy('slack', text);
    // `<` starts all of Slack's syntax.
    for (const shown of textsIn(payload)) expect(shown).not.toContain('<');
    const formatted = JSON.stringify(payload).match(/"type":"mrkdwn","text":"[^"]*"/g) ?? [];
    for (const label of formatted) expect(label).toMatch(/"\*(?:Certificate|Expires|Issuer|Problems|What to do)\*"$/);
  }
});

it('keeps Telegram from mentions, and from links that are not ours', () => {
  const { text = '' } = Object(shownBy('telegram', `${hostile.mentions} ${hostile['broken markup']}`));
  expect(text).not.toMatch(/@\w/);
  const links = [...String(text).matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href);
  expect(links.length).toBeGreaterThan(0);
  for (const href of links) expect(href).toMatch(/^https:\/\/notafter\.example\//);
});

it('keeps Google Chat from mentions in the two texts without markup, and from markup elsewhere', () => {
  const shown = textsIn(shownBy('google_chat', `${hostile.mentions} ${hostile['a script']}`));
  for (const text of shown) expect(text.replaceAll('<br>', '')).not.toMatch(/<(?!\/?b>)/);
});

it('gives Teams no text that it interprets as Markdown', () => {
  const payload = JSON.stringify(shownBy('teams', hostile.Markdown));
  expect(payload).toContain('[click](http://evil.example)');
  expect(payload).not.toMatch(/"TextBlock"|"FactSet"/);
});

it('counts every alert that a digest leaves out', () => {
  for (const [type, channel] of http) {
    const request = render(type, channel, sampleDigest(3000));
    if (request === null) continue;
    const body = request.body ?? '';
    if (type === 'zapier') {
      expect(payloadOf(request)).toMatchObject({ alert_count: 3000 });
      continue;
    }
    if (type === 'alertmanager') {
      expect(payloadOf(request)).toHaveLength(3000);
      continue;
    }
    const listed = (body.match(/The certificate of host-\d+\.example\.com expires in 14 days/g) ?? []).length;
    const left = Number(/and (\d+) more/.exec(body)?.[1] ?? /"alerts_left_out":(\d+)/.exec(body)?.[1]);
    expect(listed).toBeGreaterThan(10);
    expect(listed + left).toBe(3000);
    expect(body).toContain('https://notafter.example/notifications');
  }
});

describe('an invalid secret', () => {
  it.each(['1:a/../../../x', '1:a?x', '1:a#x', '', 'a b', '..', '1:a%2f'])('never becomes part of a Telegram path: %j', (token) => {
    const message = sampleMessage();
    expect(render('telegram', telegram('http://stand-in.test'), message, { settings: { token, chat_id: '1' } })).toBeNull();
  });

  it.each(['..', '../x', 'a/b/c', 'key?x', 'key#x', '', '/', 'http://evil.example/'])(
    'never becomes part of a Splunk On-Call path: %j',
    (key) => {
      expect(render('splunk', splunk('http://stand-in.test'), sampleMessage(), { settings: { api_key: key } })).toBeNull();
    },
  );

  it.each([
    ['b5c1c3aa-1', '/integrations/generic/20131114/alert/b5c1c3aa-1'],
    ['b5c1c3aa-1/database', '/integrations/generic/20131114/alert/b5c1c3aa-1/database'],
    ['https://evil.example/integrations/generic/20131114/alert/b5c1c3aa-1/$routing_key', '/integrations/generic/20131114/alert/b5c1c3aa-1'],
  ])('%s of Splunk On-Call resolves to %s', (key, path) => {
    const request = render('splunk', splunk('http://stand-in.test'), sampleMessage(), { settings: { api_key: key } });
    expect(request?.url).toBe(`http://stand-in.test${path}`);
  });
});
