import { type AzureCredentials, MINUTE_MS, ProviderError, SECOND_MS } from '@notafter/domain';
import { z } from 'zod';
import { unlessUnknown } from '../machine-cloud.ts';
import { callRest, endlessList, PAGES_MAX, type RestAccount, type RestCall, readAnswer } from '../rest-call.ts';
import { refusedAzureToken, refusedByAzure } from './azure-errors.ts';

const ARM = 'https://management.azure.com';
const LOGIN = 'https://login.microsoftonline.com';
/** The resource that a token is for, also if a gateway is called. */
const SCOPE = `${ARM}/.default`;
/** A token that ends sooner could end before its call arrives. */
const SPARE_MS = MINUTE_MS;

export interface AzureAccount extends RestAccount<AzureCredentials> {
  /** Where access tokens come from, without a path; null: Microsoft's. */
  readonly authorityHost: string | null;
}

/** Both are parts of addresses. */
const isTenant = (text: string): boolean => /^[\da-z](?:[\da-z.-]*[\da-z])?$/i.test(text) && !text.includes('..');
const isSubscription = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

export interface AzureRequest {
  readonly method: RestCall['method'];
  /** Below the subscription. */
  readonly path: string;
  readonly version: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The permission that the call needs. */
  readonly action: string;
}

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });

/** Azure Resource Manager. Rejects with `ProviderError`, and when the signal aborts. */
export class AzureClient {
  readonly #account: AzureAccount;
  #token: { readonly text: string; readonly until: number } | null = null;

  constructor(account: AzureAccount) {
    this.#account = account;
  }

  /** How other resources name this one of the subscription. */
  idOf(path: string): string {
    return `/subscriptions/${this.#account.credentials.subscriptionId}${path}`;
  }

  async send({ method, path, version, query = {}, body, action }: AzureRequest, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    const token = await this.#accessToken(signal);
    const search = new URLSearchParams({ ...query, 'api-version': version }).toString();
    const call = {
      ...{ method, url: `${this.#account.endpoint ?? ARM}${this.idOf(path)}?${search}` },
      headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    const { ok, ...answer } = await callRest('Azure', this.#account.fetch, call, signal);
    if (ok) return answer.text;
    if (answer.status === 401) this.#token = null;
    throw refusedByAzure(action, answer);
  }

  async read<Schema extends z.ZodType>(schema: Schema, request: AzureRequest, signal: AbortSignal): Promise<z.infer<Schema>> {
    return readAnswer('Azure', schema, await this.send(request, signal));
  }

  /** Null if Azure does not know it. */
  async find<Schema extends z.ZodType>(schema: Schema, request: AzureRequest, signal: AbortSignal): Promise<z.infer<Schema> | null> {
    return unlessUnknown(this.read(schema, request, signal));
  }

  /** The items of every page. A page names the address of the next; only its token is taken, so that ours goes nowhere else. */
  async list<Item extends z.ZodType>(item: Item, request: AzureRequest, signal: AbortSignal): Promise<z.infer<Item>[]> {
    const page = z.object({ value: z.array(item), nextLink: z.string().nullish() });
    const items: z.infer<Item>[] = [];
    let token: string | null = null;
    for (let number = 0; number < PAGES_MAX; number += 1) {
      const query = { ...request.query, ...(token === null ? {} : { $skiptoken: token }) };
      const answer: z.infer<typeof page> = await this.read(page, { ...request, query }, signal);
      items.push(...answer.value);
      const next: string | null = answer.nextLink ?? null;
      if (next === null || next === '') return items;
      token = URL.canParse(next) ? new URL(next).searchParams.get('$skiptoken') : null;
      if (token === null) break;
    }
    throw endlessList('Azure');
  }

  async #accessToken(signal: AbortSignal): Promise<string> {
    const { credentials, authorityHost, now, fetch } = this.#account;
    const { tenantId, clientId, clientSecret, subscriptionId } = credentials;
    if (!isTenant(tenantId) || !isSubscription(subscriptionId))
      throw new ProviderError('auth', 'The tenant or the subscription of the Azure account is not an ID. Copy both from the Azure portal.');
    const asked = now();
    if (this.#token !== null && asked < this.#token.until) return this.#token.text;
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope: SCOPE };
    const call = {
      method: 'POST',
      url: `${authorityHost ?? LOGIN}/${tenantId}/oauth2/v2.0/token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    } as const;
    const { ok, status, text } = await callRest('Azure', fetch, call, signal);
    if (!ok) throw refusedAzureToken(status, text);
    const { access_token, expires_in } = readAnswer('Azure', tokenAnswer, text);
    this.#token = { text: access_token, until: asked + expires_in * SECOND_MS - SPARE_MS };
    return access_token;
  }
}
