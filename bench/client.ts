import { z } from 'zod';
import type { SignIn } from '../apps/server/src/dev/demo-organization.ts';

/** A signed-in HTTP client: cookie, compression, one keep-alive connection. */
export interface Client {
  /** Returns the body of a 200; throws for any other status. */
  get(path: string): Promise<string>;
  /** Sends JSON; returns the body of a 200. */
  put(path: string, json: object): Promise<string>;
}

/** Returns the `Cookie` header of a signed-in person. */
export const cookieFor = async (url: string, { email, password }: SignIn): Promise<string> => {
  const answer = await fetch(`${url}/v1/accounts/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`Signing in failed with ${answer.status}: ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
};

export const signIn = async (url: string, account: SignIn): Promise<Client> => {
  const cookie = await cookieFor(url, account);
  const call = async (path: string, options: RequestInit = {}): Promise<string> => {
    const headers = { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
    const response = await fetch(`${url}${path}`, { ...options, headers });
    const body = await response.text();
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${body.slice(0, 500)}`);
    return body;
  };
  return { get: (path) => call(path), put: (path, json) => call(path, { method: 'PUT', body: JSON.stringify(json) }) };
};

const listAnswer = z.object({
  certificates: z.array(z.object({ domain: z.string() })),
  total: z.number(),
  nextCursor: z.string().nullable(),
  previousCursor: z.string().nullable(),
});
export type ListAnswer = z.infer<typeof listAnswer>;

export type ListQuery = Readonly<Record<string, string>>;

/** Returns the path of a tRPC query, as the browser's client sends it. */
export const trpcPath = (procedure: string, input?: ListQuery): string =>
  `/api/trpc/${procedure}${input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`}`;

export const readTrpcList = (body: string): ListAnswer =>
  z.object({ result: z.object({ data: listAnswer }) }).parse(JSON.parse(body)).result.data;

const restListAnswer = z
  .object({ certificates: z.array(z.object({ domain: z.string() })), total: z.number(), next_cursor: z.string().nullable() })
  .transform(({ next_cursor, ...answer }) => ({ ...answer, nextCursor: next_cursor, previousCursor: null }));

export const readRestList = (body: string): ListAnswer => restListAnswer.parse(JSON.parse(body));
