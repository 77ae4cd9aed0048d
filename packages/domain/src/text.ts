/** Whether a text holds NUL or another control character; PostgreSQL refuses NUL, and terminals obey the rest. */
export const hasControlCharacters = (text: string): boolean => {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 32 || (code >= 127 && code < 160)) return true;
  }
  return false;
};
