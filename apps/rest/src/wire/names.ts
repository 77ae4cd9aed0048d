import { z } from '@hono/zod-openapi';
import { DomainError } from '@notafter/domain';

const toCamelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name;

/** The fields that a caller sent, under their names in the domain. Names inside a field stay as they are. */
export type Given<Wire> = { readonly [Name in keyof Wire as Name extends string ? CamelCase<Name> : never]: Wire[Name] };

/** An answer before it is written: names in camelCase, and a Date for an instant. */
export type DomainOf<Wire> = Wire extends string
  ? Wire | Date
  : Wire extends readonly (infer Item)[]
    ? readonly DomainOf<Item>[]
    : Wire extends object
      ? { readonly [Name in keyof Wire as Name extends string ? CamelCase<Name> : never]: DomainOf<Wire[Name]> }
      : Wire;

type Write = (value: unknown) => unknown;

const writeValue: Write = (value) => (value instanceof Date ? value.toISOString() : value);

const writerOfObject = (schema: z.ZodObject): Write => {
  const fields = Object.entries(schema.shape).map(([name, field]) => [name, toCamelCase(name), writerOf(field)] as const);
  return (view) => {
    if (typeof view !== 'object' || view === null) return view;
    const wire: Record<string, unknown> = {};
    for (const [name, domainName, write] of fields) wire[name] = write(Reflect.get(view, domainName));
    return wire;
  };
};

/** Reads the schema once, so that long lists are written quickly. */
const writerOf = (schema: unknown): Write => {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return writerOf(schema.unwrap());
  if (schema instanceof z.ZodObject) return writerOfObject(schema);
  if (schema instanceof z.ZodArray) {
    const write = writerOf(schema.element);
    return (value) => (Array.isArray(value) ? value.map(write) : value);
  }
  if (schema instanceof z.ZodUnion) {
    const [only, other] = schema.options.filter((option) => !(option instanceof z.ZodNull));
    if (other === undefined) return writerOf(only);
  }
  return writeValue;
};

/**
 * Returns the mapper from the names of the domain to an answer of this schema. It takes the fields that the schema names and
 * no other, so a new field of a view stays inside until it is documented.
 */
export function mapperTo<Schema extends z.ZodType>(schema: Schema): (view: DomainOf<z.output<Schema>>) => z.output<Schema>;
export function mapperTo(schema: z.ZodType): Write {
  return writerOf(schema);
}

/** The fields of a validated path, query or body, under their names in the domain. */
export const givenIn = (...parts: readonly (object | undefined)[]): object =>
  Object.fromEntries(
    parts.flatMap((part) => Object.entries(Array.isArray(part) ? {} : (part ?? {}))).map(([name, value]) => [toCamelCase(name), value]),
  );

/** Returns the wire's name of a field that a use case refuses, by the fields that were given. */
export const wireNameIn = (...parts: readonly (object | undefined)[]): ((path: string) => string) => {
  const names = new Map(parts.flatMap((part) => Object.keys(part ?? {})).map((name) => [toCamelCase(name), name]));
  return (path) => {
    const [field = '', ...rest] = path.split('.');
    return [names.get(field) ?? field, ...rest].join('.');
  };
};

/** A use case's refusal with its fields in the names of the wire; other errors as they are. */
export const refusalInWireNames = (error: unknown, nameOf: (path: string) => string): unknown => {
  if (!(error instanceof DomainError) || error.code !== 'invalid_input') return error;
  return new DomainError('invalid_input', { details: error.details.map(({ path, message }) => ({ path: nameOf(path), message })) });
};
