const MAX_TEXT = 1_000;
const plain = /^[ -~]*$/;

/**
 * Text from a certificate made fit to store and show: control characters (NUL, newlines, C1), the bidirectional
 * overrides that make one name look like another, and lone surrogates become U+FFFD; at most `max` characters.
 */
export const safeText = (text: string, max = MAX_TEXT): string => {
  const cut = text.slice(0, max);
  // Nearly all of it is plain ASCII, and looking costs a tenth of replacing.
  return plain.test(cut) ? cut : cut.replace(/[\p{Cc}\p{Cs}\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu, '\uFFFD');
};
