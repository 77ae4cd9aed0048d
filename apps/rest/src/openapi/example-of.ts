import { type NamedSchemas, referencedName, type SchemaModel, typesOf } from './document-model.ts';

const exampleOfType = (type: string | undefined, schema: SchemaModel, schemas: NamedSchemas): unknown => {
  switch (type) {
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, property]) => [name, exampleOf(property, schemas)]));
    case 'array':
      return schema.items === undefined ? [] : [exampleOf(schema.items, schemas)];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return false;
    case 'string':
      return 'text';
    default:
      return null;
  }
};

/** A whole example of a schema, put together from the examples of its fields; null where a field may be null and names none. */
export const exampleOf = (schema: SchemaModel, schemas: NamedSchemas): unknown => {
  if (schema.example !== undefined) return schema.example;
  const name = referencedName(schema);
  const referenced = name === null ? undefined : schemas[name];
  if (referenced !== undefined) return exampleOf(referenced, schemas);
  const types = typesOf(schema);
  if (types.includes('null')) return null;
  if (schema.enum !== undefined) return schema.enum[0];
  const [first] = schema.anyOf ?? schema.allOf ?? [];
  return first === undefined ? exampleOfType(types[0], schema, schemas) : exampleOf(first, schemas);
};
