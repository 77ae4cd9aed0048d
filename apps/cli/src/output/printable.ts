/** Control characters, bidirectional overrides and the like: terminals obey them, and names may hold them. */
const commanding = /[\p{Cc}\p{Cs}\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu;

/** Text from elsewhere made fit for a terminal, on one line. */
export const printable = (text: string): string => text.replace(commanding, '\uFFFD');
