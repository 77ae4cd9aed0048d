import {
  type ChannelMessage,
  cleanLine,
  cleanText,
  digestLineOf,
  escapeHtml,
  factsOf,
  linksOf,
  type MessageItem,
  titleOf,
} from '@notafter/domain';
import { button, link, PRODUCT, page, paragraph, type RenderedMail } from './layout.ts';

const SUBJECT_MAX_LENGTH = 200;
const TEXT_MAX_LENGTH = 10_000;
const SUMMARY_MAX_LENGTH = 500;
const MAX_ITEMS = 100;
const accents = { critical: '#b42318', warning: '#9a6700', info: '#255488' } as const;

const factLines = (item: MessageItem): string =>
  factsOf(item)
    .map(({ label, value }) => `${label}: ${value}`)
    .join('\n');

const factTable = (item: MessageItem): string =>
  `<table style="margin:0 0 16px;border-collapse:collapse">${factsOf(item)
    .map(
      ({ label, value }) =>
        `<tr><th style="padding:4px 16px 4px 0;text-align:left;vertical-align:top;white-space:nowrap;font-weight:600">${escapeHtml(label)}</th>` +
        `<td style="padding:4px 0;word-break:break-word">${escapeHtml(value)}</td></tr>`,
    )
    .join('')}</table>`;

const listText = (items: readonly MessageItem[]): string =>
  items.map((item) => `- ${digestLineOf(item, SUMMARY_MAX_LENGTH)}\n  ${item.certificateUrl}`).join('\n');

const listHtml = (items: readonly MessageItem[]): string =>
  `<ul style="margin:0 0 16px;padding-left:20px">${items
    .map((item) => `<li style="margin:0 0 8px">${link(item.certificateUrl, digestLineOf(item, SUMMARY_MAX_LENGTH))}</li>`)
    .join('')}</ul>`;

/** Renders a channel's message as a mail: what happened, the facts, and what to do. Texts from certificates become plain text. */
export const renderAlert = (message: ChannelMessage): RenderedMail => {
  const subject = titleOf(message, SUBJECT_MAX_LENGTH);
  const shown = message.items.slice(0, MAX_ITEMS);
  const hidden = message.items.length - shown.length;
  const [first, ...others] = shown;
  // A digest's lines replace its text, each with its link.
  const text = others.length > 0 ? subject : cleanText(message.text, TEXT_MAX_LENGTH);
  const links = linksOf(message);
  const more = hidden > 0 ? [`And ${hidden} more: ${message.notificationsUrl}`] : [];
  const origin = `Sent by ${PRODUCT} for ${cleanLine(message.organization, 100)}. Choose which alerts you receive at`;
  const facts = first === undefined ? [] : others.length === 0 ? [factLines(first)] : [listText(shown), ...more];
  const body = [
    `<p style="margin:0 0 16px;padding-left:12px;border-left:4px solid ${accents[message.severity]};font-weight:600;word-break:break-word">${escapeHtml(subject)}</p>`,
    ...(others.length > 0 ? [] : [paragraph(escapeHtml(text).replaceAll('\n', '<br>'))]),
    ...(first === undefined
      ? []
      : others.length === 0
        ? [factTable(first)]
        : [listHtml(shown), ...more.map((line) => paragraph(escapeHtml(line)))]),
    ...links.map(({ label, url }, index) => button(label, url, index === 0)),
    paragraph(`${escapeHtml(origin)} ${link(message.notificationsUrl, message.notificationsUrl)}`),
  ].join('\n');
  return {
    subject,
    text: [text, ...facts, ...links.map(({ label, url }) => `${label}:\n${url}`), `${origin} ${message.notificationsUrl}`]
      .join('\n\n')
      .concat('\n'),
    html: page(subject, body),
  };
};
