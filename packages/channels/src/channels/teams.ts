import { type HttpChannel, jsonRequest, setting } from '../channel.ts';
import { type ChatView, fitChat } from '../chat-view.ts';
import { readStatus } from '../read-answer.ts';

/** 28 KB are documented, but clients cut off messages at 21. */
const MAX_BYTES = 20_000;
const limits = { title: 200, text: 4000, lines: 100 };

interface Run {
  readonly type: 'TextRun';
  readonly text: string;
  readonly weight?: 'Bolder';
  readonly size?: 'Large';
  readonly selectAction?: { readonly type: 'Action.OpenUrl'; readonly url: string };
}

/** Runs are shown literally; TextBlocks and FactSets would interpret Markdown in them, including links. */
const block = (...inlines: readonly Run[]) => ({ type: 'RichTextBlock', inlines });
const run = (text: string, look: Omit<Run, 'type' | 'text'> = {}): Run => ({ type: 'TextRun', text, ...look });

const bodyOf = ({ title, text, facts, lines, more }: ChatView) => [
  block(run(title, { weight: 'Bolder', size: 'Large' })),
  ...text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => block(run(line))),
  ...facts.map(({ label, value }) => block(run(`${label}: `, { weight: 'Bolder' }), run(value))),
  ...lines.map(({ label, url }) => block(run(label, { selectAction: { type: 'Action.OpenUrl', url } }))),
  ...(more === '' ? [] : [block(run(more))]),
];

const cardOf = (view: ChatView) => ({
  $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
  type: 'AdaptiveCard',
  version: '1.4',
  msteams: { width: 'Full' },
  // Shown in notifications and by old clients instead of the card.
  fallbackText: view.title,
  body: bodyOf(view),
  actions: view.links.map(({ label, url }) => ({ type: 'Action.OpenUrl', title: label, url })),
});

/** Workflows, "When a Teams webhook request is received". 202 means queued; the result is not reported. */
export const teams: HttpChannel = {
  render: (outgoing) =>
    fitChat(
      outgoing.message,
      limits,
      (view) =>
        jsonRequest(setting(outgoing, 'webhook'), {
          type: 'message',
          attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: cardOf(view) }],
        }),
      ({ body = '' }) => Buffer.byteLength(body) <= MAX_BYTES,
    ),
  read: readStatus,
};
