import { z } from 'zod';
import { callRest, endlessList, PAGES_MAX, type RestAccount, readAnswer } from '../rest-call.ts';
import { type ApiCall, refusedBy } from './do-errors.ts';

const API = 'https://api.digitalocean.com';
const PAGE_SIZE = 200;

export type DigitalOceanAccount = RestAccount<{ readonly token: string }>;

export interface ApiRequest extends ApiCall {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The API of DigitalOcean, version 2. Rejects with `ProviderError`, and when the signal aborts. */
export class DigitalOceanClient {
  readonly #account: DigitalOceanAccount;

  constructor(account: DigitalOceanAccount) {
    this.#account = account;
  }

  async send(request: ApiRequest, signal: AbortSignal): Promise<string> {
    const { credentials, endpoint, fetch, now } = this.#account;
    const { method, path, query = {}, body } = request;
    const search = new URLSearchParams(query).toString();
    const call = {
      method,
      url: `${endpoint ?? API}/v2${path}${search === '' ? '' : `?${search}`}`,
      headers: { authorization: `Bearer ${credentials.token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    const { ok, ...answer } = await callRest('DigitalOcean', fetch, call, signal);
    if (ok) return answer.text;
    throw refusedBy(request, { ...answer, now: now() });
  }

  async read<Schema extends z.ZodType>(schema: Schema, request: ApiRequest, signal: AbortSignal): Promise<z.infer<Schema>> {
    return readAnswer('DigitalOcean', schema, await this.send(request, signal));
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
    throw endlessList('DigitalOcean');
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
