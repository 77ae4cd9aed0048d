/** Control characters, bidirectional overrides and the like, which names may contain and terminals interpret. */
const commanding = /[\p{Cc}\p{Cs}\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu;

/** Makes untrusted text safe to print on one line of a terminal. */
export const printable = (text: string): string => text.replace(commanding, '\uFFFD');
