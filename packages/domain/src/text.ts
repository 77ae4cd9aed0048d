/** Whether a text holds NUL or another control character; PostgreSQL refuses NUL, and terminals obey the rest. */
export const hasControlCharacters = (text: string): boolean => {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 32 || (code >= 127 && code < 160)) return true;
  }
  return false;
};

/** `notAfter` as `not_after`; each part of a dotted path. */
export const toSnakeCase = (path: string): string => path.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Escapes a text for HTML, between tags and in double-quoted attributes; also for the HTML subsets of Telegram and Google Chat. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
