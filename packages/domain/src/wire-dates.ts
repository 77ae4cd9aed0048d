// tRPC speaks JSON in which an instant is a text behind this mark; a text that itself begins with the mark gets a second
// one. Dates so arrive as Dates, and no text that a person or a certificate brought can pass for one.
const MARK = '~';
/** Far beyond any input or answer: a body of a million brackets must not exhaust the stack. */
const MAX_DEPTH = 100;

const isMarked = (text: string): boolean => text.startsWith(MARK);

const isRecord = (value: object): value is Record<string, unknown> => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/** Plain assignment to `__proto__` would change the object's prototype instead. */
const setOwn = (record: Record<string, unknown>, key: string, value: unknown): void => {
  if (key === '__proto__') Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true });
  else record[key] = value;
};

const writeObject = (value: object): unknown => {
  if (value instanceof Date) return MARK + value.toISOString();
  if (Array.isArray(value)) return value.map(writeDates);
  // JSON would make an empty object of a Map, silently.
  if (!isRecord(value)) throw new TypeError('Inputs and answers hold plain objects, lists and Dates only.');
  const written: Record<string, unknown> = {};
  for (const key of Object.keys(value)) setOwn(written, key, writeDates(value[key]));
  return written;
};

/** A copy that `JSON.stringify` writes without loss, Dates included. Throws on an invalid Date and on a Map, a Set or a class. */
export const writeDates = (value: unknown): unknown => {
  if (typeof value === 'string') return isMarked(value) ? MARK + value : value;
  return typeof value === 'object' && value !== null ? writeObject(value) : value;
};

const readText = (text: string): string | Date => {
  if (!isMarked(text)) return text;
  const rest = text.slice(MARK.length);
  if (isMarked(rest)) return rest;
  const date = new Date(rest);
  if (Number.isNaN(date.getTime())) throw new SyntaxError('not an instant');
  return date;
};

const readAt = (value: unknown, depth: number): unknown => {
  if (typeof value === 'string') return readText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === MAX_DEPTH) throw new SyntaxError('nested too deeply');
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) value[index] = readAt(item, depth + 1);
  } else if (isRecord(value)) {
    for (const key of Object.keys(value)) setOwn(value, key, readAt(value[key], depth + 1));
  }
  return value;
};

/**
 * Returns the input of `writeDates`. Lists and objects are changed in place: they were parsed a moment ago and are nobody else's.
 * Throws a SyntaxError for what `writeDates` never writes.
 */
export const readDates = (value: unknown): unknown => readAt(value, 0);

/** tRPC's transformer, the same on both sides. */
export const wireDates = { serialize: writeDates, deserialize: readDates } as const;
