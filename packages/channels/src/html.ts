/** For the HTML subsets of Telegram and Google Chat, in text and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Telegram turns `@name` into a mention wherever it stands; an invisible joiner behind the sign prevents it. */
export const withoutMentions = (text: string): string => text.replace(/@(?=\w)/g, '@\u2060');
