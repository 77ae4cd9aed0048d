import type { DeliveryOutcome, StatusPage } from '@notafter/domain';
import { z } from 'zod';
import type { HttpAnswer } from './channel.ts';
import { withoutSlash } from './endpoints.ts';
import type { Exchange } from './exchange.ts';
import { parseJson } from './json.ts';
import { readStatus, unexpectedSuccess } from './read-answer.ts';
import { withoutSecrets } from './secrets.ts';

/** How a person names a status page: by its ID or its public address. */
type PageAddress = { readonly id: string } | { readonly host: string };

const idPattern = /^[a-z0-9]{8,32}$/i;

/**
 * `https://manage.statuspage.io/pages/<id>`, the bare id, or the public address (`https://acme.statuspage.io`,
 * `status.acme.com`). Null for anything else. Only the ID or the host matters; the address is never called.
 */
const parsePageAddress = (text: string): PageAddress | null => {
  const trimmed = text.trim();
  if (idPattern.test(trimmed)) return { id: trimmed };
  const url = URL.parse(trimmed.includes('://') ? trimmed : `https://${trimmed}`);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  const segments = url.pathname.split('/');
  const id = segments[segments.indexOf('pages') + 1] ?? '';
  if (segments.includes('pages')) return idPattern.test(id) ? { id } : null;
  return url.hostname.includes('.') ? { host: url.hostname.replace(/\.$/, '') } : null;
};

/** A page may have many open incidents. */
const ANSWER_MAX_BYTES = 2 * 1024 * 1024;

const pageSchema = z.object({ id: z.string(), name: z.string(), subdomain: z.string().nullish(), domain: z.string().nullish() });
const incidentSchema = z.object({
  id: z.string(),
  incident_updates: z.array(z.object({ body: z.string().nullish() })).nullish(),
});

export type ApiPage = z.infer<typeof pageSchema>;
export type ApiIncident = z.infer<typeof incidentSchema>;

/** The requested value, or the outcome of the call without it. */
export type Answered<Value> = { readonly value: Value; readonly status: number } | { readonly outcome: DeliveryOutcome };

interface IncidentChange {
  readonly name?: string;
  readonly status: 'investigating' | 'resolved';
  readonly body: string;
}

export interface StatuspageApi {
  findPage(page: StatusPage): Promise<Answered<ApiPage>>;
  /** Makes no request if the address holds the ID: a key may make one call per second. */
  findPageId(page: StatusPage): Promise<Answered<string>>;
  listUnresolved(page: StatusPage, pageId: string): Promise<Answered<readonly ApiIncident[]>>;
  create(page: StatusPage, pageId: string, incident: IncidentChange): Promise<Answered<ApiIncident>>;
  update(page: StatusPage, pageId: string, incidentId: string, incident: IncidentChange): Promise<Answered<ApiIncident>>;
}

const isAt = ({ subdomain, domain }: ApiPage, host: string): boolean => {
  const names = [domain, subdomain, subdomain === null || subdomain === undefined ? null : `${subdomain}.statuspage.io`];
  return names.some((name) => name?.toLowerCase() === host.toLowerCase());
};

const noSuchPage: DeliveryOutcome = { kind: 'broken', status: null, answer: 'This API key has no status page at this address.' };

/** The Statuspage calls that we need: https://developer.statuspage.io */
export const createStatuspageApi = (exchange: Exchange, baseUrl: string, now: () => Date): StatuspageApi => {
  const read = <Schema extends z.ZodType>(schema: Schema, answer: HttpAnswer): Answered<z.infer<Schema>> => {
    const outcome = readStatus(answer, now());
    if (outcome.kind !== 'delivered') return { outcome };
    const parsed = schema.safeParse(parseJson(answer.body));
    if (parsed.success) return { value: parsed.data, status: answer.status };
    return { outcome: unexpectedSuccess(answer, 'The response is not from Statuspage.') };
  };

  const call = async <Schema extends z.ZodType>(
    { apiKey }: StatusPage,
    schema: Schema,
    path: string,
    change?: { readonly method: 'POST' | 'PATCH'; readonly incident: IncidentChange },
  ): Promise<Answered<z.infer<Schema>>> => {
    const key = apiKey.trim();
    const request = {
      url: `${withoutSlash(baseUrl)}${path}`,
      headers: { authorization: `OAuth ${key}`, ...(change === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }) },
      ...(change === undefined ? {} : { method: change.method, body: JSON.stringify({ incident: change.incident }) }),
    };
    const exchanged = await exchange(request, { maxBytes: ANSWER_MAX_BYTES });
    if ('failure' in exchanged) return { outcome: exchanged.failure };
    return read(schema, { ...exchanged.answer, body: withoutSecrets(exchanged.answer.body, [key]) });
  };

  const incidentsOf = (pageId: string): string => `/pages/${encodeURIComponent(pageId)}/incidents`;
  const findPage = async (page: StatusPage): Promise<Answered<ApiPage>> => {
    const address = parsePageAddress(page.url);
    if (address === null) return { outcome: noSuchPage };
    if ('id' in address) return call(page, pageSchema, `/pages/${address.id}`);
    const listed = await call(page, z.array(pageSchema), '/pages');
    if ('outcome' in listed) return listed;
    const found = listed.value.find((candidate) => isAt(candidate, address.host));
    return found === undefined ? { outcome: noSuchPage } : { value: found, status: listed.status };
  };
  return {
    findPage,
    findPageId: async (page) => {
      const address = parsePageAddress(page.url);
      if (address !== null && 'id' in address) return { value: address.id, status: 200 };
      const found = await findPage(page);
      return 'outcome' in found ? found : { value: found.value.id, status: found.status };
    },
    listUnresolved: (page, pageId) => call(page, z.array(incidentSchema), `${incidentsOf(pageId)}/unresolved`),
    create: (page, pageId, incident) => call(page, incidentSchema, incidentsOf(pageId), { method: 'POST', incident }),
    update: (page, pageId, incidentId, incident) =>
      call(page, incidentSchema, `${incidentsOf(pageId)}/${encodeURIComponent(incidentId)}`, { method: 'PATCH', incident }),
  };
};
