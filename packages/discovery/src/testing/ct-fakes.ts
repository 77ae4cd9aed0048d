import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** One certificate in a log. */
export interface FakeEntry {
  readonly names: readonly string[];
  /** In the issuer format of crt.sh and Cert Spotter. */
  readonly issuer?: string;
  readonly notAfter: Date;
  readonly notBefore?: Date;
}

/** How a service misbehaves, for every request until changed. */
export type Misbehavior =
  | { readonly kind: 'none' }
  /** No response until the client disconnects. */
  | { readonly kind: 'slow' }
  /** Responds once this promise is settled. */
  | { readonly kind: 'late'; readonly until: Promise<unknown> }
  | { readonly kind: 'status'; readonly status: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }
  | { readonly kind: 'body'; readonly body: string; readonly contentType?: string }
  /** Disconnects in the middle of the first entry after `after`. */
  | { readonly kind: 'disconnects'; readonly after: number };

export interface FakeService {
  readonly url: string;
  /** Path and query of every request. */
  readonly asked: string[];
  /** `authorization` of every request; empty if none was sent. */
  readonly authorizations: string[];
  entries: readonly FakeEntry[];
  /** By request number from 0, or for all. */
  misbehave(misbehavior: Misbehavior | ((request: number) => Misbehavior)): void;
  close(): Promise<void>;
}

const HTML = '<!DOCTYPE html><html><body><h1>503 Service Unavailable</h1></body></html>';
export const overloaded: Misbehavior = { kind: 'status', status: 503, body: HTML, headers: { 'content-type': 'text/html' } };

type Answer = (query: URLSearchParams) => readonly unknown[];

const sendAll = (response: ServerResponse, items: readonly unknown[]): void => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('[');
  for (const [index, item] of items.entries()) response.write(`${index === 0 ? '' : ','}${JSON.stringify(item)}`);
  response.end(']');
};

const startFake = async (makeAnswer: (service: () => readonly FakeEntry[]) => Answer, address: string): Promise<FakeService> => {
  const asked: string[] = [];
  const authorizations: string[] = [];
  let entries: readonly FakeEntry[] = [];
  let misbehavior: (request: number) => Misbehavior = () => ({ kind: 'none' });
  const answer = makeAnswer(() => entries);
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const number = asked.push(request.url ?? '') - 1;
    authorizations.push(request.headers.authorization ?? '');
    const fault = misbehavior(number);
    const items = answer(new URL(request.url ?? '/', 'http://fake').searchParams);
    switch (fault.kind) {
      case 'slow':
        return;
      case 'status':
        response.writeHead(fault.status, fault.headers).end(fault.body ?? '');
        return;
      case 'body':
        response.writeHead(200, { 'content-type': fault.contentType ?? 'application/json' }).end(fault.body);
        return;
      case 'disconnects': {
        const whole = JSON.stringify(items.slice(0, fault.after));
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000000' });
        response.write(`${whole.slice(0, -1)},{"id":`, () => response.destroy());
        return;
      }
      case 'late':
        void fault.until.then(() => sendAll(response, items));
        return;
      case 'none':
        sendAll(response, items);
    }
  };
  const server = createServer(serve);
  server.listen(0, address);
  await once(server, 'listening');
  const bound = server.address();
  return {
    url: `http://${address}:${typeof bound === 'object' && bound !== null ? bound.port : 0}`,
    asked,
    authorizations,
    get entries() {
      return entries;
    },
    set entries(given) {
      entries = given;
    },
    misbehave: (given) => {
      misbehavior = typeof given === 'function' ? given : () => given;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const DEFAULT_ISSUER = "C=US, O=Let's Encrypt, CN=R12";
const isUnder = (name: string, domain: string): boolean => name.endsWith(`.${domain}`);

/** crt.sh's limit of entries per response. */
const CRTSH_MAX = 10_000;

/** crt.sh's JSON output: no paging, a hidden limit, dates without a zone. */
export const startFakeCrtsh = ({
  now,
  address = '127.0.0.1',
}: {
  readonly now: () => Date;
  readonly address?: string;
}): Promise<FakeService> =>
  startFake(
    (entries) => (query) => {
      const domain = (query.get('q') ?? '').replace(/^%\./, '');
      const since = new Date(query.get('minNotBefore') ?? 0);
      return entries()
        .filter(({ names }) => names.some((name) => isUnder(name, domain)))
        .filter(({ notAfter }) => query.get('exclude') !== 'expired' || notAfter > now())
        .filter(({ notBefore = new Date(0) }) => query.get('minNotBefore') === null || notBefore >= since)
        .slice(0, CRTSH_MAX)
        .map(({ names, issuer = DEFAULT_ISSUER, notAfter, notBefore = new Date(0) }, index) => ({
          issuer_ca_id: 1,
          issuer_name: issuer,
          common_name: names[0] ?? null,
          name_value: names.join('\n'),
          id: index,
          entry_timestamp: '2026-01-01T00:00:00.000',
          not_before: notBefore.toISOString().slice(0, 19),
          not_after: notAfter.toISOString().slice(0, 19),
          serial_number: String(index),
          result_count: 1,
        }));
    },
    address,
  );

/** Cert Spotter's API: unexpired certificates, oldest first, page by page until an empty one. */
export const startFakeCertspotter = ({
  now,
  pageSize = 100,
  address = '127.0.0.1',
}: {
  readonly now: () => Date;
  readonly pageSize?: number;
  readonly address?: string;
}): Promise<FakeService> =>
  startFake(
    (entries) => (query) => {
      const domain = query.get('domain') ?? '';
      const after = Number(query.get('after') ?? -1);
      return entries()
        .map((entry, index) => ({ entry, index }))
        .filter(({ entry }) => entry.names.some((name) => name === domain || isUnder(name, domain)) && entry.notAfter > now())
        .filter(({ index }) => index > after)
        .slice(0, pageSize)
        .map(({ entry: { names, issuer = DEFAULT_ISSUER, notAfter, notBefore = new Date(0) }, index }) => ({
          id: String(index),
          tbs_sha256: String(index),
          dns_names: names,
          issuer: { name: issuer, pubkey_sha256: '' },
          not_before: notBefore.toISOString(),
          not_after: notAfter.toISOString(),
        }));
    },
    address,
  );
