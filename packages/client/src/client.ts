import type { Answer, Arguments, CallOptions, ItemOf, ListOf, OptionsOf, Page, PagedPath, PathOf } from './call-types.ts';
import { readJson, send } from './send.ts';
import { addressOf, urlOf, type Values } from './urls.ts';

export interface ClientOptions {
  /** Address of the server, such as `https://notafter.example.com`. */
  readonly url: string;
  /** A token or an API key. Absent: the session of the page, in a browser at the server's address. */
  readonly token?: string | undefined;
  /** For one try, 30 s if absent. */
  readonly timeoutMs?: number;
  /** How often a GET, or a POST with an idempotency key, is tried again; 2 if absent. */
  readonly retries?: number;
  /** Lets the token go over `http://` to another machine, readable on the way. */
  readonly allowHttp?: boolean;
  /** Replaces the global one. */
  readonly fetch?: typeof fetch;
}

/** Options of `request` and `fetch`, which don't know the types of the operation. `method` is GET if absent. */
export interface RequestOptions extends CallOptions {
  readonly method?: string;
  readonly path?: Values;
  readonly query?: Values;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

/** Calls the operations of `/v1`. Every method throws NotafterError, and the reason of a signal that was aborted. */
export interface Client {
  get<P extends PathOf<'get'>>(path: P, ...options: Arguments<OptionsOf<'get', P>>): Promise<Answer<'get', P>>;
  post<P extends PathOf<'post'>>(path: P, ...options: Arguments<OptionsOf<'post', P>>): Promise<Answer<'post', P>>;
  put<P extends PathOf<'put'>>(path: P, ...options: Arguments<OptionsOf<'put', P>>): Promise<Answer<'put', P>>;
  delete<P extends PathOf<'delete'>>(path: P, ...options: Arguments<OptionsOf<'delete', P>>): Promise<Answer<'delete', P>>;
  /** The pages of a list, read one after another. */
  pages<P extends PagedPath>(path: P, ...options: Arguments<OptionsOf<'get', P>>): AsyncGenerator<Page<P>, void>;
  /** The items of a list, over all pages. `list` is the name of the list in a page. */
  items<P extends PagedPath, Name extends ListOf<P>>(
    path: P,
    list: Name,
    ...options: Arguments<OptionsOf<'get', P>>
  ): AsyncGenerator<ItemOf<P, Name>, void>;
  /** The JSON of an operation whose types are not known, such as one of a newer server. */
  request(path: string, options?: RequestOptions): Promise<unknown>;
  /** The answer as it is: for files, large data and headers such as `ETag`. The timeout ends with the headers. */
  fetch(path: string, options?: RequestOptions): Promise<Response>;
}

interface Paged {
  readonly next_cursor: string | null;
}

const TIMEOUT_MS = 30_000;
const RETRIES = 2;

const headersOf = ({ body, idempotencyKey, headers }: RequestOptions, token: string | undefined): Headers => {
  const all = new Headers({ accept: 'application/json', ...headers });
  if (body !== undefined) all.set('content-type', 'application/json');
  if (idempotencyKey !== undefined) all.set('idempotency-key', idempotencyKey);
  if (token !== undefined) all.set('authorization', `Bearer ${token}`);
  return all;
};

/** Returns a client of one server. Throws TypeError if the address is wrong, or not `https://` and the token could be read on the way. */
export const createClient = ({
  url,
  token,
  timeoutMs = TIMEOUT_MS,
  retries = RETRIES,
  allowHttp = false,
  ...rest
}: ClientOptions): Client => {
  const address = addressOf(url, allowHttp || token === undefined);

  const call = <T>(path: string, options: RequestOptions, read: (response: Response) => Promise<T>): Promise<T> => {
    const { method = 'GET', body, idempotencyKey, signal } = options;
    const init: RequestInit = {
      method,
      headers: headersOf(options, token),
      // A redirect would take the token elsewhere.
      redirect: 'error',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    return send(
      {
        url: urlOf(address, path, options.path, options.query),
        init,
        isRepeatable: method === 'GET' || (method === 'POST' && idempotencyKey !== undefined),
        signal,
        timeoutMs: options.timeoutMs ?? timeoutMs,
        retries,
        fetch: rest.fetch ?? fetch,
      },
      read,
    );
  };
  const json = <T>(method: string, path: string, options: RequestOptions | undefined): Promise<T> =>
    call<T>(path, { ...options, method }, readJson);

  async function* pagesOf<T>(path: string, options: RequestOptions = {}): AsyncGenerator<T & Paged, void> {
    for (let query = options.query, isLast = false; !isLast; ) {
      const page = await json<T & Paged>('GET', path, query === undefined ? options : { ...options, query });
      yield page;
      isLast = page.next_cursor === null;
      query = { ...query, cursor: page.next_cursor ?? undefined };
    }
  }
  return {
    get: (path, ...[options]) => json('GET', path, options),
    post: (path, ...[options]) => json('POST', path, options),
    put: (path, ...[options]) => json('PUT', path, options),
    delete: (path, ...[options]) => json('DELETE', path, options),
    pages: (path, ...[options]) => pagesOf(path, options),
    async *items<P extends PagedPath, Name extends ListOf<P>>(path: P, list: Name, ...[options]: Arguments<OptionsOf<'get', P>>) {
      for await (const page of pagesOf<Readonly<Record<Name, readonly ItemOf<P, Name>[]>>>(path, options)) yield* page[list];
    },
    request: (path, options = {}) => call(path, options, readJson),
    fetch: (path, options = {}) => call(path, options, async (response) => response),
  };
};
