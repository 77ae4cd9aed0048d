import type { Actor } from '@notafter/domain';
import type { FeaturesConfig } from '@notafter/features';
import { actorOf, createTestContext, makeRequestContext, type TestSystemContext, type TestUser } from '@notafter/testing';
import { createRestApp } from '../rest-app.ts';
import { checkAgainstDocument } from './document-check.ts';

interface CallOptions {
  /** The caller; absent: not signed in. */
  readonly as?: TestUser | Actor;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, with `headers` only. */
  readonly raw?: BodyInit;
  readonly headers?: Record<string, string>;
  readonly ip?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  /** Values of the session cookie, in order; null if it was removed. */
  readonly cookies: readonly (string | null)[];
}

export interface RestHarness {
  readonly ctx: TestSystemContext;
  /** One request; its answer is held against the OpenAPI document before it is handed back. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  close(): Promise<void>;
}

const isActor = (person: TestUser | Actor): person is Actor => 'via' in person;

const bodyOf = ({ body, raw, headers }: CallOptions): RequestInit => {
  if (raw !== undefined) return { body: raw, headers: headers ?? {} };
  if (body === undefined) return { headers: headers ?? {} };
  return { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', ...headers } };
};

/** The REST app over the real use cases and a separate database; only third parties are stand-ins. */
export const createRestHarness = async (config: Partial<FeaturesConfig> = {}): Promise<RestHarness> => {
  const { ctx, close } = await createTestContext({ config });
  const app = createRestApp();
  return {
    ctx,
    close,
    call: async (method, path, options = {}) => {
      const { as, ip } = options;
      const actor = as === undefined ? null : isActor(as) ? as : actorOf(as);
      const request = makeRequestContext(ctx, { actor, ...(ip === undefined ? {} : { origin: { ip, userAgent: 'test' } }) });
      const cookies: (string | null)[] = [];
      const session = { set: (token: string) => cookies.push(token), clear: () => cookies.push(null) };
      const init: RequestInit & { duplex: 'half' } = { method, duplex: 'half', ...bodyOf(options) };
      const response = await app.request(new Request(`http://localhost${path}`, init), undefined, { request, session });
      const text = await response.text();
      const isJson = method !== 'HEAD' && response.headers.get('Content-Type')?.startsWith('application/json') === true;
      const body: unknown = isJson ? JSON.parse(text) : text;
      const type = response.headers.get('Content-Type')?.split(';')[0] ?? '';
      checkAgainstDocument(method, path, { status: response.status, type, body });
      return { status: response.status, headers: response.headers, body, cookies };
    },
  };
};
