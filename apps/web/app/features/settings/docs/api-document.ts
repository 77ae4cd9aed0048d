/** An operation, which `/v1/docs` describes in full under its ID. */
export interface Endpoint {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
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

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** The part of `/v1/openapi.json` that the screen shows. */
export function readDocument(document: unknown): ApiDocument {
  const all = entriesAt(document, 'paths').flatMap(([path, byMethod]) =>
    entriesAt(byMethod)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => ({
        tag: listAt(operation, 'tags')[0],
        endpoint: {
          id: textAt(operation, 'operationId'),
          method: method.toUpperCase(),
          path,
          summary: textAt(operation, 'summary'),
          description: textAt(operation, 'description'),
        },
      })),
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

/** Fields of an OpenAPI document, read without trusting its form: missing ones are left out. */
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), value);

const textAt = (value: unknown, ...path: readonly string[]): string => {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : '';
};

const listAt = (value: unknown, ...path: readonly string[]): readonly unknown[] => {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
};

const entriesAt = (value: unknown, ...path: readonly string[]): readonly (readonly [string, unknown])[] => {
  const found = at(value, ...path);
  return isRecord(found) ? Object.entries(found) : [];
};
