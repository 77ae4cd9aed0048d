/** Escapes for the HTML subsets of Telegram and Google Chat, in text and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Telegram turns every `@name` into a mention; an invisible joiner after the sign prevents it. */
export const withoutMentions = (text: string): string => text.replace(/@(?=\w)/g, '@\u2060');
