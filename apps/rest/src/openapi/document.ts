import { OpenAPIHono } from '@hono/zod-openapi';
import { exampleOfError } from '../errors/error-responses.ts';
import type { RestEnvironment } from '../rest-environment.ts';
import { operations, serveOperations } from '../v1/operations.ts';
import { callersOf } from './callers.ts';
import { documentModel, type OpenApiDocument } from './document-model.ts';
import { exampleOf } from './example-of.ts';
import { describeWebhooks } from './webhooks.ts';
import { withWireRules } from './wire-rules.ts';

const description = `Monitor TLS certificates from scripts: the same operations as the screens.

Dates are ISO 8601 in UTC, ids are UUIDs, field names are snake_case. Bodies are JSON of at most 1 MB; an import takes 32 MB. A trailing slash makes no difference.

A body field or a query parameter that an operation does not know answers 400 and is named in \`details\`, so that a
misspelled one is not lost. What a read answers can be sent back whole: read-only fields are ignored.
A call is refused in this order: 401 not signed in, 403 for the role, 403 for the plan, then 400.

Pages of other sites cannot call it from a browser: no answer but this document has CORS headers. \`OPTIONS\` says in \`Allow\`
which methods a path takes.

Scripts send a token or an API key, which people make under Settings; each operation names what it takes. A request with
one is authenticated by it alone: if it is not valid the answer is 401, regardless of cookies. One of them may make 120
requests a minute, where the operator set no other number. Every answer says in \`RateLimit-Limit\`,
\`RateLimit-Remaining\` and \`RateLimit-Reset\` (seconds) how many are left and until when; beyond them it is 429.

Every error is \`{"error", "message", "code"}\`, the first two the same text for people; choose what to do by \`code\`.
With 400, \`details\` names each field that is wrong. What belongs to another organization answers 404, as if it were
not there. 429 and 503 say in \`Retry-After\` how many seconds to wait. An answer that came before the body was read says
\`Connection: close\`.

Every answer has an \`X-Request-Id\`, which errors repeat as \`request_id\` and the server's log as well. Send your own, up to
128 letters, digits, \`-\`, \`_\` or \`=\`, to find a request again.

A POST may carry an \`Idempotency-Key\`, such as a UUID. Sent again within 24 hours with the same body, it gets the first answer,
marked \`Idempotency-Replayed: true\`, and changes nothing. The same key with another body is 422, and 409 while the first request runs.
An error that changed nothing frees the key. If the server stopped after the effect and before the answer was stored, the answer
is 409 \`idempotency_answer_lost\`: check the result, nothing is done twice. What goes out before anything is stored, such as the
message of a channel test, may then go out again. Signing in is not replayed: it signs in again.

Checks of many certificates, imports and discoveries are jobs. The call that starts one answers 200 with its own body and names the
job in \`Location\`. With \`Prefer: respond-async\` (RFC 7240) it answers 202 with the job and \`Preference-Applied: respond-async\`; a
short import is then a job as well. \`GET /v1/jobs/{job_id}\` answers state and progress, \`result_url\` the details.
\`POST /v1/jobs/{job_id}/cancel\` ends a job; what is done stays. A request repeated with its \`Idempotency-Key\` gets the first answer,
whatever its \`Prefer\` says.

A read answers an \`ETag\`. Sent as \`If-None-Match\` it gets 304 while nothing changed. Sent as \`If-Match\` with a write, it is 412 if
what the read at the same path, or at the nearest path above it, answers has changed.

Calls that have a successor answer \`Deprecation\`, and \`Sunset\` when their end is planned; \`/v1/docs/changelog\` lists them.

A list with a \`next_cursor\` is paged: \`limit\` says how many a page has, each list how many without it. Send
\`next_cursor\` as \`cursor\` for the next page until it is null.`;

const sessionDescription = `The session of a signed-in person. Signing in sets the cookie; under https it is called
\`__Host-notafter_session\`. A write with it needs \`Sec-Fetch-Site: same-origin\`, as browsers send it from the
product's own pages, or an \`Origin\` header equal to the server's public address.`;

const schemes = {
  session: { type: 'apiKey', in: 'cookie', name: 'notafter_session', description: sessionDescription },
  token: {
    type: 'apiKey',
    in: 'header',
    name: 'token',
    description: 'A token, `nat_` and 43 characters. It acts as the person who made it, with their present role. Goes with `org-id`.',
  },
  organization: { type: 'apiKey', in: 'header', name: 'org-id', description: "The id of the token's organization." },
  bearer: { type: 'http', scheme: 'bearer', description: 'A token or an API key, as `Authorization: Bearer`. Needs no `org-id`.' },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description:
      'An API key, `nak_` and 43 characters. It belongs to the organization, acts within its read, write and delete permissions, and may expire. Only where the plan has API keys.',
  },
} as const;

/** Adds what the library has no place for in a route: the permission of an API key, and the last reason of a 403. */
const withCallers = (document: OpenApiDocument): OpenApiDocument => {
  for (const { method, path, useCase } of operations) {
    const { get, post, put, delete: remove } = document.paths?.[path] ?? {};
    const described = { GET: get, POST: post, PUT: put, DELETE: remove }[method];
    const callers = useCase === null ? 'anyone' : callersOf(useCase);
    if (described === undefined || callers === 'anyone') continue;
    if (callers.apiKeyPermission !== null) described['x-api-key-permission'] = callers.apiKeyPermission;
    const forbidden = described.responses?.['403']?.content?.['application/json'];
    if (callers.sessionOnly && forbidden !== undefined) Object.assign(forbidden.examples, exampleOfError('session_required'));
  }
  return document;
};

/** Gives every answer that has none a whole example, put together from the examples of its fields. */
const withExamples = (document: OpenApiDocument): OpenApiDocument => {
  const { schemas } = documentModel.parse(document).components;
  for (const { get, post, put, delete: remove } of Object.values(document.paths ?? {})) {
    for (const operation of [get, post, put, remove]) {
      for (const status of ['200', '201', '202']) {
        const media = operation?.responses?.[status]?.content['application/json'];
        if (media !== undefined) media.example ??= exampleOf(media.schema, schemas);
      }
    }
  }
  return document;
};

/** The OpenAPI 3.1 description of every operation; the same on every server, so that a checked-in copy can be compared. */
export const openApiDocument = (): OpenApiDocument => {
  const app = new OpenAPIHono<RestEnvironment>();
  for (const [name, scheme] of Object.entries(schemes)) app.openAPIRegistry.registerComponent('securitySchemes', name, scheme);
  serveOperations(app);
  describeWebhooks(app);
  const document = app.getOpenAPI31Document(
    {
      openapi: '3.1.0',
      info: { title: 'Notafter API', version: '1.0.0', description, license: { name: 'AGPL-3.0-only' } },
      servers: [{ url: '/', description: 'This server' }],
      tags: [
        { name: 'Accounts', description: 'Sign up, sign in, forgotten passwords.' },
        { name: 'Security', description: 'How you sign in: password, sessions, second factor, passkeys and linked accounts.' },
        { name: 'Certificates', description: 'What is monitored, its state and its history.' },
        { name: 'Jobs', description: 'Long work: check runs, imports, discoveries and operations on services.' },
        { name: 'Analytics', description: 'Risk and health in figures.' },
        { name: 'Dashboard', description: 'Counts by status.' },
        { name: 'Prometheus', description: 'Metrics and targets of an organization, to scrape.' },
        { name: 'Calendar', description: 'Expiries as a calendar to subscribe to.' },
        { name: 'Public status page', description: 'A page without sign-in about endpoints that you choose.' },
        { name: 'Discovery', description: 'Searching the certificates of a domain.' },
        { name: 'Environments', description: 'What certificates are grouped by.' },
        { name: 'Trust anchors', description: 'Roots of your own CAs, and which certificates may end at them.' },
        { name: 'Alerts', description: 'Open alerts, alert days, snoozes and maintenance windows.' },
        { name: 'Notifications', description: 'Channels, smart notifications and every delivery.' },
        { name: 'Events', description: 'What happened, as a log and as webhooks.' },
        { name: 'Team', description: 'The people of the organization.' },
        { name: 'Billing', description: 'The plan, its use, and events of the payment provider.' },
        { name: 'Services', description: 'Managed databases, dashboards and brokers.' },
        { name: 'Cloud accounts', description: 'Accounts on clouds that services run on.' },
        { name: 'Settings', description: 'Profile, tokens and API keys.' },
        { name: 'Configuration', description: 'What `notafter apply` sends: objects of a file, with plans, drift and pruning.' },
        { name: 'Collectors', description: 'Programs that watch certificates inside networks which this server cannot reach.' },
        { name: 'Certificate transparency', description: 'Certificates that are issued below watched domains, found in public logs.' },
        { name: 'Audit', description: 'Who did what, when and from where.' },
        { name: 'Reports', description: 'The report that an organization mails each week or month.' },
        { name: 'Administration', description: 'The installation, for platform administrators in a browser.' },
      ],
    },
    { sortComponents: 'alphabetically' },
  );
  return withExamples(withWireRules(withCallers(document)));
};
