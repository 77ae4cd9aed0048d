import { ProviderError } from '@notafter/domain';
import { z } from 'zod';
import { type ApiCall, refusedBy, unanswered } from './do-errors.ts';

const ANSWER_TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
const PAGE_SIZE = 200;
/** A list that goes on longer is one that we don't trust. */
const PAGES_MAX = 50;

export interface DigitalOceanAccount {
  readonly token: string;
  /** Without a path: `https://api.digitalocean.com`. */
  readonly apiUrl: string;
  readonly now: () => number;
  readonly fetch: typeof globalThis.fetch;
}

export interface ApiRequest extends ApiCall {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const readText = async (response: Response): Promise<string> => {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const piece of response.body) {
    if (!(piece instanceof Uint8Array)) continue;
    size += piece.length;
    if (size > MAX_ANSWER_BYTES) throw new ProviderError('transient', 'DigitalOcean sent an answer that is too long.');
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
};

/** The API of DigitalOcean, version 2. Rejects with `ProviderError`, and when the signal aborts. */
export class DigitalOceanClient {
  readonly #account: DigitalOceanAccount;

  constructor(account: DigitalOceanAccount) {
    this.#account = account;
  }

  async send(request: ApiRequest, signal: AbortSignal): Promise<string> {
    const { token, apiUrl, fetch, now } = this.#account;
    const { method, path, query = {}, body } = request;
    const search = new URLSearchParams(query).toString();
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), ANSWER_TIMEOUT_MS);
    try {
      const response = await fetch(`${apiUrl}/v2${path}${search === '' ? '' : `?${search}`}`, {
        method,
        redirect: 'error',
        signal: AbortSignal.any([signal, deadline.signal]),
        headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await readText(response);
      if (response.ok) return text;
      throw refusedBy(request, { status: response.status, headers: response.headers, text, now: now() });
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof ProviderError ? error : unanswered(error, deadline.signal.aborted);
    } finally {
      clearTimeout(timer);
    }
  }

  async read<Schema extends z.ZodType>(schema: Schema, request: ApiRequest, signal: AbortSignal): Promise<z.infer<Schema>> {
    const parsed = schema.safeParse(jsonOf(await this.send(request, signal)));
    if (parsed.success) return parsed.data;
    throw new ProviderError('transient', 'DigitalOcean answered in an unknown form.', { cause: parsed.error });
  }

  /** Null if the API does not know it. */
  async find<Schema extends z.ZodType>(schema: Schema, request: ApiRequest, signal: AbortSignal): Promise<z.infer<Schema> | null> {
    return this.read(schema, request, signal).catch((error: unknown) => {
      if (error instanceof ProviderError && error.fault === 'not_found') return null;
      throw error;
    });
  }

  /** The items of every page of a list. */
  async list<Page extends z.ZodType<{ readonly items: readonly unknown[]; readonly hasNext: boolean }>>(
    page: Page,
    request: ApiRequest,
    signal: AbortSignal,
  ): Promise<z.infer<Page>['items'][number][]> {
    const items: z.infer<Page>['items'][number][] = [];
    for (let number = 1; number <= PAGES_MAX; number += 1) {
      const query = { ...request.query, per_page: String(PAGE_SIZE), page: String(number) };
      const answer = await this.read(page, { ...request, query }, signal);
      items.push(...answer.items);
      if (!answer.hasNext) return items;
    }
    throw new ProviderError('transient', 'DigitalOcean sent a list without an end.');
  }
}

const links = z.object({ pages: z.object({ next: z.string().optional() }).optional() }).optional();

/** One page of a list that has its items under `key`. */
export const pageOf = <Item extends z.ZodType, Key extends string>(key: Key, item: Item) =>
  z.looseObject({ links }).transform((answer, context): { items: z.infer<Item>[]; hasNext: boolean } => {
    const items = z.array(item).safeParse(answer[key]);
    if (items.success) return { items: items.data, hasNext: answer.links?.pages?.next !== undefined };
    context.addIssue({ code: 'custom', message: z.prettifyError(items.error) });
    return z.NEVER;
  });

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
