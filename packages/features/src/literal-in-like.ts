/** Escapes `%`, `_` and `\` in typed text, for a part of a LIKE pattern. */
export const literalInLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
