// Tags as one line of text, as imports and exports carry them: `name=value; name=value`. A backslash before `;`, `=` or
// another backslash makes it part of the name or the value.

const escapeText = (text: string, special: RegExp): string => text.replace(special, '\\$&');

/** Returns tags in the form that `parseTagList` reads. */
export const formatTagList = (tags: Readonly<Record<string, string>>): string =>
  Object.entries(tags)
    .map(([name, value]) => `${escapeText(name, /[\\;=]/g)}=${escapeText(value, /[\\;]/g)}`)
    .join('; ');

/** Splits at the separators that no backslash precedes. */
const splitUnescaped = (text: string, separator: string, limit = Number.POSITIVE_INFINITY): string[] => {
  const parts = [''];
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === separator && parts.length < limit) {
      parts.push('');
      continue;
    }
    const taken = character === '\\' ? text.slice(index, index + 2) : character;
    index += taken.length - 1;
    parts[parts.length - 1] += taken;
  }
  return parts;
};

const unescapeText = (text: string): string => text.replace(/\\(.)/gs, '$1');

/** Parses the output of `formatTagList`, or typed text; null if a part has no equals sign. `cleanTags` validates names and values. */
export const parseTagList = (text: string): Record<string, string> | null => {
  const tags = new Map<string, string>();
  for (const part of splitUnescaped(text, ';')) {
    if (part.trim() === '') continue;
    const [name = '', value] = splitUnescaped(part, '=', 2);
    if (value === undefined) return null;
    tags.set(unescapeText(name).trim(), unescapeText(value).trim());
  }
  return Object.fromEntries(tags);
};
