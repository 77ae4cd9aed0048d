import { escapeHtml } from '@notafter/domain';
import { broken, type HttpChannel, jsonRequest, setting } from '../channel.ts';
import { type ChatView, fitChat } from '../chat-view.ts';
import { readStatus } from '../read-answer.ts';

const MAX_BYTES = 30_000;
/** A section holds at most 100 widgets. */
const limits = { title: 200, text: 4000, lines: 90 };

/** The two texts without markup: angle brackets would be a mention (`<users/all>`) in one and noise in the other. */
const plain = (text: string): string => text.replaceAll('<', '‹').replaceAll('>', '›');

const widgetsOf = ({ text, facts, lines, more, links }: ChatView) => [
  ...(text === '' ? [] : [{ textParagraph: { text: escapeHtml(text).replaceAll('\n', '<br>') } }]),
  ...facts.map(({ label, value }) => ({ decoratedText: { topLabel: label, text: escapeHtml(value), wrapText: true } })),
  ...lines.map(({ label, url }) => ({ decoratedText: { text: escapeHtml(label), wrapText: true, onClick: { openLink: { url } } } })),
  ...(more === '' ? [] : [{ textParagraph: { text: more } }]),
  { buttonList: { buttons: links.map(({ label, url }) => ({ text: label, onClick: { openLink: { url } } })) } },
];

/** Incoming webhooks with cards v2: https://developers.google.com/workspace/chat/quickstart/webhooks */
export const googleChat: HttpChannel = {
  render: (outgoing) => {
    const { message } = outgoing;
    const url = URL.parse(setting(outgoing, 'webhook'));
    if (url === null) return broken('This is not a URL.');
    // Without it the thread key is ignored, and later messages start a new thread.
    url.searchParams.set('messageReplyOption', 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD');
    // The method promises to show a repeated message once. Whether webhooks do so is undocumented, so nothing depends on it.
    url.searchParams.set('requestId', message.idempotencyKey);
    const [item, ...others] = message.items;
    const threadKey = item !== undefined && others.length === 0 ? item.threadKey : message.idempotencyKey;
    return fitChat(
      message,
      limits,
      (view) =>
        jsonRequest(url.href, {
          fallbackText: plain(view.title),
          thread: { threadKey },
          cardsV2: [
            { cardId: message.idempotencyKey, card: { header: { title: plain(view.title) }, sections: [{ widgets: widgetsOf(view) }] } },
          ],
        }),
      ({ body = '' }) => Buffer.byteLength(body) <= MAX_BYTES,
    );
  },
  read: readStatus,
};
