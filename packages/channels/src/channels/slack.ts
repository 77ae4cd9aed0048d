import { cutText } from '@notafter/domain';
import { type HttpChannel, jsonRequest, setting } from '../channel.ts';
import { type ChatView, fitChat } from '../chat-view.ts';
import { largestFit } from '../largest-fit.ts';
import { readObject, readStatus, unexpectedSuccess } from '../read-answer.ts';

/** Returns the escaped text, cut so that it fits the limit and no entity is split. */
const cutEscaped = (text: string, maxLength: number, escaping: (text: string) => string): string =>
  largestFit(
    Math.min(text.length, maxLength),
    (length) => escaping(cutText(text, length)),
    (escaped) => escaped.length <= maxLength,
  );

/** Block Kit: 50 blocks, 150 characters in a header, 3000 in a text, 75 on a button. Five blocks are not lines. */
const limits = { title: 150, text: 3000, lines: 40 };

/** Slack interprets only these three as syntax: links, mentions (`<!channel>`, `<@U1>`) and entities all begin with one. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Shown literally: no formatting, no mentions, no `:emoji:`. The limit applies to the escaped text. */
const plain = (text: string, maxLength: number) => ({ type: 'plain_text', text: cutEscaped(text, maxLength, escaped), emoji: false });

const button = (label: string, url: string, id: string) => ({ type: 'button', text: plain(label, 75), url, action_id: id });

const blocksOf = ({ title, text, facts, lines, more, links }: ChatView) => [
  { type: 'header', text: plain(title, 150) },
  ...(text === '' ? [] : [{ type: 'section', text: plain(text, 3000) }]),
  ...(facts.length === 0
    ? []
    : [{ type: 'section', fields: facts.flatMap(({ label, value }) => [{ type: 'mrkdwn', text: `*${label}*` }, plain(value, 2000)]) }]),
  ...lines.map(({ label, url }, index) => ({ type: 'section', text: plain(label, 3000), accessory: button('Open', url, `line-${index}`) })),
  ...(more === '' ? [] : [{ type: 'context', elements: [plain(more, 2000)] }]),
  { type: 'actions', elements: links.map(({ label, url }, index) => button(label, url, `link-${index}`)) },
];

/** Incoming webhooks with Block Kit: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
export const slack: HttpChannel = {
  render: (outgoing) =>
    fitChat(
      outgoing.message,
      limits,
      (view) =>
        jsonRequest(setting(outgoing, 'webhook'), {
          text: escaped(view.text === '' ? view.title : `${view.title}\n${view.text}`),
          blocks: blocksOf(view),
          unfurl_links: false,
          unfurl_media: false,
        }),
      () => true,
    ),
  read: (answer, now) => {
    const outcome = readStatus(answer, now);
    if (outcome.kind !== 'delivered') return outcome;
    const isAccepted = answer.body.trim() === 'ok' || readObject(answer).ok === true;
    return isAccepted ? outcome : unexpectedSuccess(answer, 'The response is not from a Slack webhook.');
  },
};
