import { isDeepStrictEqual } from 'node:util';
import { errorCatalogue } from '@notafter/domain';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openApiDocument } from '../openapi/document.ts';
import { documentModel } from '../openapi/document-model.ts';

/** In answers a field that the document does not name is a mistake too, though JSON Schema allows it. */
const closed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, closed(inner)]));
  return 'properties' in copy && !('additionalProperties' in copy) ? { ...copy, additionalProperties: false } : copy;
};

const document = openApiDocument();
const { paths } = documentModel.parse(document);
// `example` is OpenAPI's own keyword, so unknown ones must pass.
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'openapi', components: closed(document.components) });

const validators = new Map<string, ValidateFunction>();

const validatorFor = (schema: { readonly $ref?: string | undefined }): ValidateFunction => {
  const absolute = JSON.stringify(closed(schema)).replaceAll('"#/components', '"openapi#/components');
  const known = validators.get(absolute) ?? ajv.compile(JSON.parse(absolute));
  validators.set(absolute, known);
  return known;
};

/** Throws where `value` is not what `schema` of the document says. */
export const expectToFit = (schema: { readonly $ref?: string | undefined }, value: unknown, where: string): void => {
  const fits = validatorFor(schema);
  if (!fits(value)) throw new Error(`${where} does not fit its schema: ${ajv.errorsText(fits.errors)}\n${JSON.stringify(value)}`);
};

const documentedPath = (path: string): string | undefined => {
  const parts = path.replace(/\?.*$/, '').replace(/\/$/, '').split('/');
  const matches = Object.keys(paths).filter((template) => {
    const expected = template.split('/');
    return expected.length === parts.length && expected.every((part, index) => part.startsWith('{') || part === parts[index]);
  });
  return matches.sort((a, b) => a.split('{').length - b.split('{').length)[0];
};

interface CheckedAnswer {
  readonly status: number;
  /** The media type without parameters. */
  readonly type: string;
  readonly body: unknown;
}

/** Holds an answer of a documented operation against the document: its status, its code and its whole shape. */
export const checkAgainstDocument = (method: string, path: string, { status, type, body }: CheckedAnswer): void => {
  const template = documentedPath(path);
  const operation = template === undefined ? undefined : paths[template]?.[method.toLowerCase()];
  if (operation === undefined) return;
  const where = `${method} ${template} ${status}`;
  const content = operation.responses[status]?.content;
  if (operation.responses[status] !== undefined && content === undefined && type === '') return;
  if (content === undefined || !Object.hasOwn(content, type))
    throw new Error(`${where} ${type} is not documented: ${JSON.stringify(body)}`);
  // Of other forms the document says no more than that there are any.
  if (type !== 'application/json') return;
  const media = content['application/json'];
  expectToFit(media.schema, body, where);
  if (status < 400 || typeof body !== 'object' || body === null || !('code' in body) || typeof body.code !== 'string') return;
  if (!Object.hasOwn(errorCatalogue, body.code)) throw new Error(`${where}: the code ${body.code} is not in the catalogue.`);
  if (!Object.keys(media.examples ?? {}).includes(body.code)) throw new Error(`${where}: the code ${body.code} is not documented.`);
  if (!('error' in body && 'message' in body && isDeepStrictEqual(body.error, body.message)))
    throw new Error(`${where}: error and message differ.`);
};
