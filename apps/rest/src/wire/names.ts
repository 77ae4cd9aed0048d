import { z } from '@hono/zod-openapi';
import { DomainError } from '@notafter/domain';

export const toSnakeCase = (path: string): string => path.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const toCamelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name;

/** The result of a use case for an answer of this form: names in camelCase, and a Date for an instant. */
type DomainOf<Wire> = Wire extends string
  ? Wire | Date
  : Wire extends readonly (infer Item)[]
    ? readonly DomainOf<Item>[]
    : Wire extends object
      ? { readonly [Name in keyof Wire & string as CamelCase<Name>]: DomainOf<Wire[Name]> }
      : Wire;

const written = (schema: unknown, value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString();
  if (value === null || value === undefined) return value;
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return written(schema.unwrap(), value);
  if (schema instanceof z.ZodArray && Array.isArray(value)) return value.map((item) => written(schema.element, item));
  return schema instanceof z.ZodObject && typeof value === 'object' ? fieldsOf(schema, value) : value;
};

const fieldsOf = (schema: z.ZodObject, view: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, written(field, Reflect.get(view, toCamelCase(name)))]));

/**
 * Returns the mapper from what a use case returns to an answer of this schema. It takes the fields that the schema names and
 * no other, so a new field of a view stays inside until it is documented.
 */
export function mapperTo<Schema extends z.ZodObject>(schema: Schema): (view: DomainOf<z.output<Schema>>) => z.output<Schema>;
export function mapperTo(schema: z.ZodObject) {
  return (view: object) => fieldsOf(schema, view);
}

/** Throws a use case's refusal again with its fields in the names of the wire. */
export const throwInSnakeCase = (error: unknown): never => {
  if (!(error instanceof DomainError) || error.code !== 'invalid_input') throw error;
  throw new DomainError('invalid_input', { details: error.details.map(({ path, message }) => ({ path: toSnakeCase(path), message })) });
};
