import { escapeHtml } from '@notafter/domain';

/** A mail as people read it, before a transport wraps it. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A mail to a person who asked for something. */
interface Letter {
  readonly subject: string;
  readonly firstName: string;
  readonly opening: string;
  readonly action: { readonly label: string; readonly link: string };
  /** One paragraph each. */
  readonly closing: readonly string[];
}

export const PRODUCT = 'Notafter';
const NAME_MAX_LENGTH = 40;

/** Anyone can type a name for someone else's address: one that could read as a link or a message is left out of the greeting. */
const greetingFor = (firstName: string): string =>
  firstName.length <= NAME_MAX_LENGTH && /^[\p{L}\p{M}][\p{L}\p{M} '’-]*$/u.test(firstName) ? `Hello ${firstName},` : 'Hello,';

export const paragraph = (html: string): string => `<p style="margin:0 0 16px">${html}</p>`;

/** A text that leads somewhere; a long address breaks rather than widens the mail. */
export const link = (url: string, text: string): string =>
  `<a href="${escapeHtml(url)}" class="link" style="color:#255488;word-break:break-word">${escapeHtml(text)}</a>`;

const looks = {
  first: 'background:#255488;color:#ffffff;border:1px solid #255488',
  other: 'background:#ffffff;color:#255488;border:1px solid #255488',
} as const;

/** What to do next; of several the first stands out. */
export const button = (label: string, url: string, isFirst = true): string =>
  paragraph(
    `<a href="${escapeHtml(url)}" class="${isFirst ? 'first' : 'other'}" style="display:inline-block;padding:12px 20px;border-radius:5px;` +
      `${isFirst ? looks.first : looks.other};text-decoration:none;font-weight:600">${escapeHtml(label)}</a>`,
  );

/** For readers whose screen is dark and whose program asks; everywhere else the styles of each part hold. */
const DARK = `@media (prefers-color-scheme: dark) {
body { background: #131313 !important; color: #f4f5f6 !important }
.sheet { background: #1e1f20 !important; border-color: #3a3d40 !important }
.link { color: #9fcffa !important }
.first { background: #9fcffa !important; border-color: #9fcffa !important; color: #131313 !important }
.other { background: #1e1f20 !important; border-color: #9fcffa !important; color: #9fcffa !important }
}`;

/** The page around every mail. `body` is HTML. */
export const page = (subject: string, body: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${DARK}</style></head>
<body style="margin:0;padding:24px;background:#f4f5f6;color:#14171b;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div class="sheet" style="max-width:560px;margin:0 auto;padding:24px 32px;background:#ffffff;border:1px solid #dadde1;border-radius:8px">
<p style="margin:0 0 24px;font-weight:700">${PRODUCT}</p>
${body}
</div>
</body>
</html>
`;

/** One shape for every mail to a person who asked for something: greeting, what happened, one action, what to know. Works with images and styles off. */
export const renderLetter = ({ subject, firstName, opening, action, closing }: Letter): RenderedMail => {
  const greeting = greetingFor(firstName);
  const body = [
    paragraph(escapeHtml(greeting)),
    paragraph(escapeHtml(opening)),
    button(action.label, action.link),
    paragraph(`Or open this address:<br>${link(action.link, action.link)}`),
    ...closing.map((text) => paragraph(escapeHtml(text))),
  ].join('\n');
  return {
    subject,
    text: [greeting, opening, action.link, ...closing, PRODUCT].join('\n\n').concat('\n'),
    html: page(subject, body),
  };
};
