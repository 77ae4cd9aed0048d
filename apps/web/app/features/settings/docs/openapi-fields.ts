import { orList } from '@notafter/domain';
/** Fields of an OpenAPI document, read without trusting its form: missing ones are left out. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), value);

export const textAt = (value: unknown, ...path: readonly string[]): string => {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : '';
};

export const listAt = (value: unknown, ...path: readonly string[]): readonly unknown[] => {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
};

export const entriesAt = (value: unknown, ...path: readonly string[]): readonly (readonly [string, unknown])[] => {
  const found = at(value, ...path);
  return isRecord(found) ? Object.entries(found) : [];
};

/** The schema behind `#/components/schemas/<name>`, or the schema itself. */
export const resolved = (document: unknown, schema: unknown): unknown => {
  const name = textAt(schema, '$ref').split('/').at(-1) ?? '';
  return name === '' ? schema : at(document, 'components', 'schemas', name);
};

/** `text`, `list of text`, `number or null`, as a type column says it. */
export function typeText(document: unknown, given: unknown): string {
  const schema = resolved(document, given);
  const choices = listAt(schema, 'enum').filter((choice) => typeof choice === 'string' || typeof choice === 'number');
  if (choices.length > 0 && choices.length <= 12) return choices.join(' | ');
  const alternatives = [...listAt(schema, 'anyOf'), ...listAt(schema, 'allOf')];
  if (alternatives.length > 0) return orList(new Set(alternatives.map((one) => typeText(document, one))));
  const type = at(schema, 'type');
  const names = (Array.isArray(type) ? type : [type]).filter((name) => typeof name === 'string');
  if (names.includes('array')) return `list of ${typeText(document, at(schema, 'items'))}`;
  const format = textAt(schema, 'format');
  return orList(names.map((name) => (name === 'string' && format !== '' ? format : name))) || 'any';
}
