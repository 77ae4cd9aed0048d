import { cleanLine, cleanText, type DeliveryOutcome, type StatusPage, type StatusPages } from '@notafter/domain';
import type { Exchange } from './exchange.ts';
import { type Answered, type ApiIncident, createStatuspageApi } from './statuspage-api.ts';

const NAME_MAX_LENGTH = 255;
const BODY_MAX_LENGTH = 20_000;

interface StatusPagesOptions {
  readonly exchange: Exchange;
  readonly baseUrl: string;
  readonly now: () => Date;
}

/** The line that identifies an incident; visitors see it below the text. */
const referenceOf = (key: string): string => `Reference: ${key}`;

/** Only its last line counts: the lines above may quote another. */
const holds = (incident: ApiIncident, reference: string): boolean =>
  incident.incident_updates?.some(({ body }) => body?.trimEnd().split('\n').at(-1)?.trim() === reference) ?? false;

const done = <Value>(answered: Answered<Value>, answer: string): DeliveryOutcome =>
  'outcome' in answered ? answered.outcome : { kind: 'delivered', status: answered.status, answer };

const problemOf = ({ kind, status, answer }: DeliveryOutcome): string => {
  if (status === 401 || status === 403) return 'StatusPage.io does not accept this API key.';
  if (status === 404) return 'This API key does not have this page on StatusPage.io.';
  return kind === 'retry' && status !== null ? `StatusPage.io responded with ${status}. Try again later.` : answer;
};

/** Incidents on Statuspage. Stores nothing: the open incidents are read from the page each time. */
export const createStatusPages = ({ exchange, baseUrl, now }: StatusPagesOptions): StatusPages => {
  const api = createStatuspageApi(exchange, baseUrl, now);
  const findOpen = async (
    page: StatusPage,
    key: string,
  ): Promise<Answered<{ readonly pageId: string; readonly open: ApiIncident | null }>> => {
    const found = await api.findPageId(page);
    if ('outcome' in found) return found;
    const pageId = found.value;
    const listed = await api.listUnresolved(page, pageId);
    if ('outcome' in listed) return listed;
    const reference = referenceOf(key);
    return { value: { pageId, open: listed.value.find((incident) => holds(incident, reference)) ?? null }, status: listed.status };
  };
  return {
    findName: async (page) => {
      const found = await api.findPage(page);
      return 'outcome' in found ? { problem: problemOf(found.outcome) } : { pageName: cleanLine(found.value.name, NAME_MAX_LENGTH) };
    },
    open: async (page, { key, name, body }) => {
      const found = await findOpen(page, key);
      if ('outcome' in found) return found.outcome;
      if (found.value.open !== null) return done(found, 'The incident is already open.');
      const text = `${cleanText(body, BODY_MAX_LENGTH)}\n\n${referenceOf(key)}`;
      const incident = { name: cleanLine(name, NAME_MAX_LENGTH), status: 'investigating', body: text } as const;
      return done(await api.create(page, found.value.pageId, incident), 'Incident opened.');
    },
    resolve: async (page, { key, body }) => {
      const found = await findOpen(page, key);
      if ('outcome' in found) return found.outcome;
      if (found.value.open === null) return done(found, 'No incident is open.');
      const incident = { status: 'resolved', body: cleanText(body, BODY_MAX_LENGTH) } as const;
      return done(await api.update(page, found.value.pageId, found.value.open.id, incident), 'Incident resolved.');
    },
  };
};
