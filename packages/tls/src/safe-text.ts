const MAX_TEXT = 1_000;
const plain = /^[ -~]*$/;

/**
 * Returns text from a certificate in a form that is safe to store and show: replaces control characters (NUL, newlines, C1),
 * bidirectional overrides, which make one name look like another, and lone surrogates with U+FFFD. At most `max` characters.
 */
export const safeText = (text: string, max = MAX_TEXT): string => {
  const cut = text.slice(0, max);
  // Nearly all text is plain ASCII, and testing costs a tenth of replacing.
  return plain.test(cut) ? cut : cut.replace(/[\p{Cc}\p{Cs}\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu, '\uFFFD');
};
