import { at, entriesAt, isRecord, listAt, resolved, textAt, typeText } from './openapi-fields.ts';

export interface Field {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

export interface Endpoint {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Field[];
  readonly body: readonly Field[];
  readonly bodyExample: unknown;
  readonly answerExample: unknown;
  /** Path parameters by name, as an example has them. */
  readonly examples: Readonly<Record<string, string>>;
  /** Whether it needs a caller at all, takes a token, and which permission a key of the organization needs for it. */
  readonly open: boolean;
  readonly byToken: boolean;
  readonly keyPermission: 'read' | 'write' | null;
}

export interface EndpointGroup {
  readonly name: string;
  readonly description: string;
  readonly endpoints: readonly Endpoint[];
}

export interface ApiDocument {
  readonly paragraphs: readonly string[];
  /** How a caller says who it is, by the name the document gives it. */
  readonly schemes: Readonly<Record<string, string>>;
  readonly groups: readonly EndpointGroup[];
}

const JSON_TYPE = 'application/json';
const methods = ['get', 'post', 'put', 'patch', 'delete'];

const fieldsOf = (document: unknown, given: unknown): Field[] => {
  const schema = resolved(document, given);
  const required = listAt(schema, 'required');
  return entriesAt(schema, 'properties').map(([name, property]) => ({
    name,
    type: typeText(document, property),
    required: required.includes(name),
    description: textAt(property, 'description'),
  }));
};

const isExample = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

function endpointOf(document: unknown, path: string, method: string, operation: unknown): Endpoint {
  const parameters = listAt(operation, 'parameters');
  const security = listAt(operation, 'security');
  const permission = at(operation, 'x-api-key-permission');
  const examples = parameters.flatMap((parameter) => {
    const example = at(parameter, 'schema', 'example');
    return textAt(parameter, 'in') === 'path' && isExample(example) ? [[textAt(parameter, 'name'), String(example)] as const] : [];
  });
  return {
    id: textAt(operation, 'operationId'),
    method: method.toUpperCase(),
    path,
    summary: textAt(operation, 'summary'),
    description: textAt(operation, 'description'),
    parameters: parameters.map((parameter) => ({
      name: textAt(parameter, 'name'),
      type: typeText(document, at(parameter, 'schema')),
      required: at(parameter, 'required') === true,
      description: textAt(parameter, 'description') || textAt(parameter, 'schema', 'description'),
    })),
    body: fieldsOf(document, at(operation, 'requestBody', 'content', JSON_TYPE, 'schema')),
    bodyExample: at(operation, 'requestBody', 'content', JSON_TYPE, 'example'),
    answerExample: at(operation, 'responses', '200', 'content', JSON_TYPE, 'example'),
    examples: Object.fromEntries(examples),
    open: security.length === 0 || security.some((one) => isRecord(one) && Object.keys(one).length === 0),
    byToken: security.some((one) => isRecord(one) && 'token' in one),
    keyPermission: permission === 'read' || permission === 'write' ? permission : null,
  };
}

/** The part of `/v1/openapi.json` that the screen shows. */
export function readDocument(document: unknown): ApiDocument {
  const all = entriesAt(document, 'paths').flatMap(([path, byMethod]) =>
    entriesAt(byMethod)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => ({ tag: listAt(operation, 'tags')[0], endpoint: endpointOf(document, path, method, operation) })),
  );
  return {
    paragraphs: textAt(document, 'info', 'description')
      .split('\n\n')
      .filter((text) => text !== ''),
    schemes: Object.fromEntries(
      entriesAt(document, 'components', 'securitySchemes').map(([name, scheme]) => [name, textAt(scheme, 'description')]),
    ),
    groups: listAt(document, 'tags')
      .map((tag) => ({
        name: textAt(tag, 'name'),
        description: textAt(tag, 'description'),
        endpoints: all.filter((one) => one.tag === textAt(tag, 'name')).map(({ endpoint }) => endpoint),
      }))
      .filter(({ endpoints }) => endpoints.length > 0),
  };
}

/** The groups with only the endpoints whose path, method or words hold every word of the text. */
export function filterGroups(groups: readonly EndpointGroup[], text: string): readonly EndpointGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  const matches = (group: string, { method, path, summary, description }: Endpoint): boolean => {
    const hay = `${group} ${method} ${path} ${summary} ${description}`.toLowerCase();
    return words.every((word) => hay.includes(word));
  };
  return groups
    .map((group) => ({ ...group, endpoints: group.endpoints.filter((endpoint) => matches(group.name, endpoint)) }))
    .filter(({ endpoints }) => endpoints.length > 0);
}
