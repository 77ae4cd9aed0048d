import { once } from 'node:events';
import { createServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { type EngineAccess, type SolutionSlug, solutions } from '@notafter/domain';
import { createCertificateIssuer } from '../certificates/certificate-issuer.ts';

export interface FakeRequest {
  /** Method and path. */
  readonly line: string;
  /** Of RFC 7617; null without one. */
  readonly signedInAs: { readonly user: string; readonly password: string } | null;
  readonly cookie: string;
  /** Parsed, if the request said that it is JSON. */
  readonly json: unknown;
}

export interface FakeAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
}

export interface HttpsFake {
  /** With a user and the password given. */
  access(password: string): EngineAccess;
  readonly otherAuthority: string;
  /** Requests that the engine's documentation does not have. */
  readonly undocumented: readonly string[];
  close(): Promise<void>;
}

const HOUR_MS = 3_600_000;
const NAME = 'engine.example.test';

const signedInAs = (header: string | undefined): FakeRequest['signedInAs'] => {
  const [scheme, value] = header?.split(' ') ?? [];
  if (scheme !== 'Basic' || value === undefined) return null;
  const [user = '', ...rest] = Buffer.from(value, 'base64').toString().split(':');
  return { user, password: rest.join(':') };
};

/** An engine over TLS that knows only the requests of its documentation: `answer` says null to every other. */
export const startHttpsFake = async (solution: SolutionSlug, answer: (request: FakeRequest) => FakeAnswer | null): Promise<HttpsFake> => {
  const issuer = createCertificateIssuer();
  const validity = { notBefore: new Date(Date.now() - HOUR_MS), notAfter: new Date(Date.now() + HOUR_MS) };
  const authority = await issuer.createAuthority('Fakes', validity);
  const other = await issuer.createAuthority('Others', validity);
  const { certificate: cert, key } = await issuer.issue(authority, { names: [NAME], ...validity });
  const undocumented: string[] = [];
  const server = createServer({ cert, key }, async (request, response) => {
    const body = await text(request);
    const line = `${request.method} ${request.url}`;
    const json: unknown = request.headers['content-type'] === 'application/json' ? JSON.parse(body) : null;
    const found = answer({ line, signedInAs: signedInAs(request.headers.authorization), cookie: request.headers.cookie ?? '', json });
    if (found === null) undocumented.push(line);
    const { status, headers, json: shown } = found ?? { status: 404 };
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(shown === undefined ? undefined : JSON.stringify(shown));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const [{ name }] = solutions[solution].ports;
  return {
    access: (password) => ({
      ...{ solution, host: '127.0.0.1', ports: [{ name, port }], servername: NAME, authority: authority.certificate },
      ...{ user: solutions[solution].defaultUser ?? 'admin', password },
    }),
    otherAuthority: other.certificate,
    undocumented,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
