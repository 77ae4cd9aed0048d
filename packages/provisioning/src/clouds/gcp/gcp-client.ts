import { ProviderError } from '@notafter/domain';
import { z } from 'zod';
import { callRest, endlessList, PAGES_MAX, type RestCall, readAnswer } from '../rest-call.ts';
import { refusedByGcp } from './gcp-errors.ts';
import { type GcpAccount, GcpTokens } from './gcp-key.ts';

const COMPUTE = 'https://compute.googleapis.com';
const RESOURCE_MANAGER = 'https://cloudresourcemanager.googleapis.com';

export interface GcpRequest {
  readonly method: RestCall['method'];
  /** Below the project. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The service account needs it for this. */
  readonly permission: string;
}

const scopedList = z.looseObject({ warning: z.object({ code: z.string().optional() }).optional() });

interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | undefined;
}

/** The API of Compute Engine, version 1. Rejects with `ProviderError`, and when the signal aborts. */
export class GcpClient {
  readonly #account: GcpAccount;
  readonly #tokens: GcpTokens;

  constructor(account: GcpAccount) {
    this.#account = account;
    this.#tokens = new GcpTokens(account);
  }

  /** How other resources name this one of the project. */
  nameOf(path: string): string {
    return `projects/${this.#tokens.key.project}/${path}`;
  }

  async send({ path, query = {}, ...request }: GcpRequest, signal: AbortSignal): Promise<string> {
    const search = new URLSearchParams(query).toString();
    const base = this.#account.endpoint ?? COMPUTE;
    return this.#call({ ...request, url: `${base}/compute/v1/${this.nameOf(path)}${search === '' ? '' : `?${search}`}` }, signal);
  }

  async read<Schema extends z.ZodType>(schema: Schema, request: GcpRequest, signal: AbortSignal): Promise<z.infer<Schema>> {
    return readAnswer('Google Cloud', schema, await this.send(request, signal));
  }

  async list<Item extends z.ZodType>(item: Item, request: GcpRequest, signal: AbortSignal): Promise<z.infer<Item>[]> {
    const page = z.object({ items: z.array(item).default([]), nextPageToken: z.string().optional() });
    return this.#pages(request, signal, async (asked) => {
      const { items, nextPageToken } = await this.read(page, asked, signal);
      return { items, next: nextPageToken };
    });
  }

  /** The resources of a kind in all zones or regions. A list without one of them is refused: what it lacks would count as gone. */
  async listEverywhere<Item extends z.ZodType>(
    kind: string,
    item: Item,
    { filter, permission }: { readonly filter: string; readonly permission: string },
    signal: AbortSignal,
  ): Promise<z.infer<Item>[]> {
    const items = z.array(item).default([]);
    const page = z.object({
      items: z.record(z.string(), scopedList).default({}),
      unreachables: z.array(z.string()).default([]),
      nextPageToken: z.string().optional(),
    });
    const request = { method: 'GET', path: `aggregated/${kind}`, query: { filter }, permission } as const;
    return this.#pages(request, signal, async (asked) => {
      const answer = await this.read(page, asked, signal);
      const scopes = Object.values(answer.items);
      if (answer.unreachables.length > 0 || scopes.some(({ warning }) => warning?.code === 'UNREACHABLE'))
        throw new ProviderError('transient', 'Google Cloud could not list all zones and regions. We try again.');
      const found = scopes.flatMap((scope) => items.parse(scope[kind]));
      return { items: found, next: answer.nextPageToken };
    });
  }

  /** Those of these permissions that the service account has in the project. */
  async granted(permissions: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
    const { endpoint } = this.#account;
    const url = `${endpoint ?? RESOURCE_MANAGER}/v1/projects/${this.#tokens.key.project}:testIamPermissions`;
    const request = { method: 'POST', url, body: { permissions }, permission: 'resourcemanager.projects.get' } as const;
    const answer = z.object({ permissions: z.array(z.string()).default([]) });
    return readAnswer('Google Cloud', answer, await this.#call(request, signal)).permissions;
  }

  async #pages<Item>(request: GcpRequest, signal: AbortSignal, read: (asked: GcpRequest) => Promise<Page<Item>>): Promise<Item[]> {
    const items: Item[] = [];
    let token: string | undefined;
    for (let number = 0; number < PAGES_MAX; number += 1) {
      const query = { ...request.query, ...(token === undefined ? {} : { pageToken: token }) };
      const page = await read({ ...request, query });
      items.push(...page.items);
      if (page.next === undefined || page.next === '') return items;
      token = page.next;
      signal.throwIfAborted();
    }
    throw endlessList('Google Cloud');
  }

  async #call(
    { method, url, body, permission }: Omit<GcpRequest, 'path' | 'query'> & { readonly url: string },
    signal: AbortSignal,
  ): Promise<string> {
    signal.throwIfAborted();
    const token = await this.#tokens.get(signal);
    const call = {
      ...{ method, url },
      headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    const { ok, status, text } = await callRest('Google Cloud', this.#account.fetch, call, signal);
    if (ok) return text;
    if (status === 401) this.#tokens.forget();
    throw refusedByGcp(permission, status, text);
  }
}
