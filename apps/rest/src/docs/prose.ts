import { html } from 'hono/html';

export type Markup = ReturnType<typeof html>;

/** A line with `code` in backticks, the only mark-up that descriptions use. */
export const inline = (text: string): Markup => {
  const parts = text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
  return html`${parts}`;
};

/** Paragraphs, parted by blank lines. */
export const prose = (text: string): Markup => html`${text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`;
