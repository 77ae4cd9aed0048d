import { OpenAPIHono } from '@hono/zod-openapi';
import type { RestEnvironment } from '../rest-environment.ts';
import { serveOperations } from '../v1/operations.ts';
import { documentModel } from './document-model.ts';
import { exampleOf } from './example-of.ts';

const description = `Monitor TLS certificates from scripts: the same operations as the screens.

Dates are ISO 8601 in UTC, ids are UUIDs, field names are snake_case. Bodies are JSON of at most 1 MB; a field that an
operation does not know is refused, so that a misspelt one is not lost. A trailing slash makes no difference.

Every error is \`{"error", "message", "code"}\`, the first two the same text for people; choose what to do by \`code\`.
With 400, \`details\` names each field that is wrong. What belongs to another organization answers 404, as if it were
not there. 429 and 503 say in \`Retry-After\` how many seconds to wait.

Lists are paged where \`limit\` or \`cursor\` is given: send the answer's \`next_cursor\` as \`cursor\` until it is null.`;

const sessionDescription = `The session of a signed-in person. Signing in sets the cookie; under https it is called
\`__Host-notafter_session\`. A write with it needs \`Sec-Fetch-Site: same-origin\`, as browsers send it from the
product's own pages, or an \`Origin\` header equal to the server's public address.`;

export type OpenApiDocument = ReturnType<OpenAPIHono['getOpenAPI31Document']>;

/** Gives every answer that has none a whole example, put together from the examples of its fields. */
const withExamples = (document: OpenApiDocument): OpenApiDocument => {
  const { schemas } = documentModel.parse(document).components;
  for (const { get, post, put, delete: remove } of Object.values(document.paths ?? {})) {
    for (const operation of [get, post, put, remove]) {
      const media = operation?.responses?.['200'].content['application/json'];
      if (media !== undefined) media.example ??= exampleOf(media.schema, schemas);
    }
  }
  return document;
};

/** The OpenAPI 3.1 description of every operation; the same on every server, so that a checked-in copy can be compared. */
export const openApiDocument = (): OpenApiDocument => {
  const app = new OpenAPIHono<RestEnvironment>();
  app.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: 'notafter_session',
    description: sessionDescription,
  });
  serveOperations(app);
  return withExamples(
    app.getOpenAPI31Document(
      {
        openapi: '3.1.0',
        info: { title: 'Notafter API', version: '1.0.0', description, license: { name: 'AGPL-3.0-only' } },
        servers: [{ url: '/', description: 'This server' }],
        tags: [
          { name: 'Accounts', description: 'Sign up, sign in, forgotten passwords.' },
          { name: 'Certificates', description: 'What is monitored, its state and its history.' },
          { name: 'Dashboard', description: 'Counts by status.' },
          { name: 'Calendar', description: 'Expiries as a calendar to subscribe to.' },
          { name: 'Environments', description: 'What certificates are grouped by.' },
          { name: 'Notifications', description: 'Who is told before a certificate expires, and what was sent.' },
          { name: 'Team', description: 'The people of the organization.' },
          { name: 'Audit', description: 'Who did what, when and from where.' },
        ],
      },
      { sortComponents: 'alphabetically' },
    ),
  );
};
