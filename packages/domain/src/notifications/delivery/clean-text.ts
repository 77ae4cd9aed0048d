const lineBreaks = /\r\n?|[\u0085\u2028\u2029]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;
/** Signs that are not seen and turn the order of others round or hide between them (Unicode TR 36); joiners of letters stay. */
const invisible = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** At most `maxLength` UTF-16 units, ending in an ellipsis where something is missing; never half a character. */
export const cutText = (text: string, maxLength: number): string => {
  if (text.length <= maxLength) return text;
  const kept = text.slice(0, Math.max(0, maxLength - 1));
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)}…`;
};

/** A text of several lines as people may see it: no control characters but line feeds, nothing invisible, at most `maxLength`. */
export const cleanText = (text: string, maxLength: number): string => {
  // Truncated first, so that a megabyte of an issuer is not processed.
  const bounded = text.slice(0, 4 * maxLength).toWellFormed();
  const clean = bounded.replace(lineBreaks, '\n').replace(controls, ' ').replace(invisible, '');
  return cutText(clean.trim(), maxLength);
};

/** The same in one line. */
export const cleanLine = (text: string, maxLength: number): string =>
  cutText(cleanText(text, 4 * maxLength).replace(/\s+/g, ' '), maxLength);
