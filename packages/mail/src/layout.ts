import { escapeHtml, type ReadableMail } from '@notafter/domain';

/** A mail as people read it, before a transport encodes it. */
export type RenderedMail = ReadableMail;

/** A mail that asks one person to do one thing. */
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

/** Anyone can enter a name for another person's address. A name that could be read as a link or a message is omitted from the greeting. */
const greetingFor = (firstName: string): string =>
  firstName.length <= NAME_MAX_LENGTH && /^[\p{L}\p{M}][\p{L}\p{M} '’-]*$/u.test(firstName) ? `Hello ${firstName},` : 'Hello,';

export const paragraph = (html: string): string => `<p style="margin:0 0 16px">${html}</p>`;

/** A link; a long URL breaks instead of widening the mail. */
export const link = (url: string, text: string): string =>
  `<a href="${escapeHtml(url)}" class="link" style="color:#255488;word-break:break-word">${escapeHtml(text)}</a>`;

const looks = {
  first: 'background:#255488;color:#ffffff;border:1px solid #255488',
  other: 'background:#ffffff;color:#255488;border:1px solid #255488',
} as const;

/** A next step; the first one is highlighted. */
export const button = (label: string, url: string, isFirst = true): string =>
  paragraph(
    `<a href="${escapeHtml(url)}" class="${isFirst ? 'first' : 'other'}" style="display:inline-block;padding:12px 20px;border-radius:5px;` +
      `${isFirst ? looks.first : looks.other};text-decoration:none;font-weight:600">${escapeHtml(label)}</a>`,
  );

/** For mail programs that support dark mode; all others use the inline styles. */
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

/** Renders a greeting, what happened, one action, and what to know. Works without images and styles. */
export const renderLetter = ({ subject, firstName, opening, action, closing }: Letter): RenderedMail => {
  const greeting = greetingFor(firstName);
  const body = [
    paragraph(escapeHtml(greeting)),
    paragraph(escapeHtml(opening)),
    button(action.label, action.link),
    paragraph(`Or open this link:<br>${link(action.link, action.link)}`),
    ...closing.map((text) => paragraph(escapeHtml(text))),
  ].join('\n');
  return {
    subject,
    text: [greeting, opening, action.link, ...closing, PRODUCT].join('\n\n').concat('\n'),
    html: page(subject, body),
  };
};
