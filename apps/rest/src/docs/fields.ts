import { orList } from '@notafter/domain';
import { html } from 'hono/html';
import { referencedName, type SchemaModel, typesOf } from '../openapi/document-model.ts';
import { inline, type Markup } from './prose.ts';

/** Content of a type column: a link for a named schema, else the type with its format. */
export const typeOf = (schema: SchemaModel): Markup => {
  const name = referencedName(schema);
  if (name !== null) return html`<a href="#schema-${name}">${name}</a>`;
  const alternatives = schema.anyOf ?? schema.allOf;
  if (alternatives !== undefined) return html`${alternatives.map((part, index) => html`${index > 0 ? ' or ' : ''}${typeOf(part)}`)}`;
  if (schema.items !== undefined) return html`list of ${typeOf(schema.items)}`;
  const types = typesOf(schema);
  const plain = types.filter((type) => type !== 'null').map((type) => schema.format ?? type);
  return html`${orList([...plain, ...(types.includes('null') ? ['null'] : [])])}`;
};

const valuesOf = ({ enum: own, items, minimum, maximum, maxLength }: SchemaModel): Markup => {
  const values = own ?? items?.enum;
  const named = values
    ?.filter((value) => value !== null)
    .map((value, index) => html`${index > 0 ? ', ' : ''}<code>${String(value)}</code>`);
  if (named !== undefined) return html`${own === undefined ? 'Any' : 'One'} of ${named}. `;
  if (minimum !== undefined && maximum !== undefined) return html`${minimum} to ${maximum}. `;
  return maxLength === undefined ? html`` : html`At most ${maxLength} characters. `;
};

interface Field {
  readonly name: string;
  readonly schema: SchemaModel;
  /** Only for fields that a caller sends, where it matters. */
  readonly presence: 'required' | 'optional' | null;
}

const row = ({ name, schema, presence }: Field): Markup => html`<tr>
  <th scope="row"><code>${name}</code>${presence === null ? '' : html` <span class="presence">${presence}</span>`}</th>
  <td class="type">${typeOf(schema)}</td>
  <td>${valuesOf(schema)}${schema.description === undefined ? '' : inline(schema.description)}</td>
</tr>`;

export const fieldTable = (caption: string, fields: readonly Field[]): Markup =>
  fields.length === 0
    ? html``
    : html`<table class="fields">
  <caption>${caption}</caption>
  <thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
  <tbody>${fields.map(row)}</tbody>
</table>`;

/** The fields of an object schema; nested plain objects and lists of them follow their parent with a dotted name. */
export const fieldsOf = (schema: SchemaModel, sent: boolean, prefix = ''): Field[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const required = schema.required?.includes(name) ?? false;
    const presence = sent ? (required ? 'required' : 'optional') : null;
    const nested = property.items ?? property;
    const path = `${prefix}${name}`;
    return [{ name: path, schema: property, presence }, ...fieldsOf(nested, sent, `${path}${property.items === undefined ? '' : '[]'}.`)];
  });
