import { escapeHtml } from '@notafter/domain';
import { broken, type HttpChannel, jsonRequest, setting } from '../channel.ts';
import { type ChatView, fitChat } from '../chat-view.ts';
import { withoutSlash } from '../endpoints.ts';
import { brokenBy, readObject, readStatus, unexpectedSuccess } from '../read-answer.ts';
import { boundedSeconds } from '../retry-after.ts';

const MAX_LENGTH = 4096;
const limits = { title: 200, text: 2000, lines: 100 };

/** Telegram turns every `@name` into a mention; an invisible joiner after the sign prevents it. */
const withoutMentions = (text: string): string => text.replace(/@(?=\w)/g, '@\u2060');

const shown = (text: string): string => escapeHtml(withoutMentions(text));
const link = (label: string, url: string): string => `<a href="${escapeHtml(url)}">${shown(label)}</a>`;

const htmlOf = ({ title, text, facts, lines, more, links }: ChatView): string =>
  [
    `<b>${shown(title)}</b>`,
    shown(text),
    facts.map(({ label, value }) => `<b>${label}:</b> ${shown(value)}`).join('\n'),
    [...lines.map(({ label, url }) => `• ${link(label, url)}`), shown(more)].filter((line) => line !== '').join('\n'),
    links.map(({ label, url }) => link(label, url)).join(' · '),
  ]
    .filter((part) => part !== '')
    .join('\n\n');

/** The limit counts the text after tags and entities are parsed; every `<` that is not ours is an entity here. */
const lengthOf = (html: string): number => html.replace(/<[^>]*>/g, '').replace(/&[a-z]+;/g, ' ').length;

/** Returned with 400 about the chat, not the message: nothing will ever arrive there. */
const aboutTheChat =
  /chat not found|chat_id is empty|group chat was (?:upgraded|deactivated|deleted)|peer_id_invalid|not enough rights|have no rights|topic_(?:closed|deleted)|user is deactivated|chat_write_forbidden/i;

const parametersOf = (body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  typeof body.parameters === 'object' && body.parameters !== null ? { ...body.parameters } : {};

/** Bot API: https://core.telegram.org/bots/api#sendmessage */
export const telegram = (baseUrl: string): HttpChannel => ({
  render: (outgoing) => {
    const token = setting(outgoing, 'token');
    // The token becomes part of the path and must not lead elsewhere on that host.
    if (!/^[\w:-]+$/.test(token)) return broken('This is not a bot token.');
    return jsonRequest(`${withoutSlash(baseUrl)}/bot${token}/sendMessage`, {
      chat_id: setting(outgoing, 'chat_id'),
      text: fitChat(outgoing.message, limits, htmlOf, (html) => lengthOf(html) <= MAX_LENGTH),
      parse_mode: 'HTML',
      disable_notification: outgoing.message.severity === 'info',
      link_preview_options: { is_disabled: true },
    });
  },
  read: (answer, now) => {
    const outcome = readStatus(answer, now);
    const body = readObject(answer);
    const { retry_after, migrate_to_chat_id } = parametersOf(body);
    if (typeof migrate_to_chat_id === 'number') {
      return brokenBy({ ...answer, body: '' }, `The group has become a supergroup. Its chat ID is ${migrate_to_chat_id} now.`);
    }
    if (outcome.kind === 'retry') return { ...outcome, retryAfterSeconds: boundedSeconds(retry_after) ?? outcome.retryAfterSeconds };
    if (outcome.kind === 'delivered')
      return body.ok === true ? outcome : unexpectedSuccess(answer, 'The response is not from the Telegram Bot API.');
    if (answer.status === 400 && typeof body.description === 'string' && aboutTheChat.test(body.description)) {
      return brokenBy(answer, '');
    }
    return outcome;
  },
});
