import { DomainError, type FieldProblem } from '../errors/domain-error.ts';
import { hasControlCharacters } from '../text.ts';

export const TAGS_MAX = 50;
export const TAG_NAME_MAX_LENGTH = 64;
export const TAG_VALUE_MAX_LENGTH = 256;

/** Names with a special meaning in JavaScript: serializers refuse whole responses that contain them. */
const reservedNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const problemOf = (name: string, value: string): string | null => {
  if (name === '') return 'A tag needs a name.';
  if (reservedNames.has(name)) return `'${name}' cannot be the name of a tag.`;
  if (name.length > TAG_NAME_MAX_LENGTH) return `The name of a tag has at most ${TAG_NAME_MAX_LENGTH} characters.`;
  if (value.length > TAG_VALUE_MAX_LENGTH) return `The value of a tag has at most ${TAG_VALUE_MAX_LENGTH} characters.`;
  const storable = [name, value].every((text) => !hasControlCharacters(text) && text.isWellFormed());
  return storable ? null : 'A tag contains characters that are not allowed.';
};

/**
 * Returns tags as they are stored: names and values trimmed, those without a value dropped, sorted by name. Throws `invalid_input`
 * with a text for each invalid tag, or if there are too many.
 */
export const cleanTags = (tags: Readonly<Record<string, string>>): Record<string, string> => {
  const kept = new Map<string, string>();
  const details: FieldProblem[] = [];
  for (const [typedName, typedValue] of Object.entries(tags)) {
    const [name, value] = [typedName.trim(), typedValue.trim()];
    if (value === '') continue;
    const message = problemOf(name, value);
    if (message === null) kept.set(name, value);
    else details.push({ path: `tags.${typedName.slice(0, TAG_NAME_MAX_LENGTH)}`, message });
  }
  if (kept.size > TAGS_MAX) details.push({ path: 'tags', message: `A certificate has at most ${TAGS_MAX} tags.` });
  if (details.length > 0) throw new DomainError('invalid_input', { details: details.slice(0, TAGS_MAX) });
  return Object.fromEntries([...kept].sort(([one], [other]) => (one < other ? -1 : 1)));
};
