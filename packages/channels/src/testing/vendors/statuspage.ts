import { z } from 'zod';
import { json, readBody, type Vendor, type VendorAnswer, type VendorRequest } from '../vendor.ts';

export const STATUS_PAGE_ID = 'kctbh9vrtdwd';
export const STATUS_PAGE_KEY = 'statuspage-api-key-0123456789';

const incidentSchema = z.strictObject({
  incident: z.strictObject({
    name: z.string().min(1).max(255).optional(),
    status: z.enum(['investigating', 'identified', 'monitoring', 'resolved']),
    body: z.string().max(25_000),
  }),
});

export interface StandInIncident {
  readonly id: string;
  readonly name: string;
  status: string;
  readonly updates: string[];
}

const page = { id: STATUS_PAGE_ID, name: 'Acme Status', subdomain: 'acme', domain: 'status.acme.example' };
const notFound = json(404, { error: 'not found' }, { problems: ['not found'] });

const view = ({ id, name, status, updates }: StandInIncident) => ({
  id,
  name,
  status,
  page_id: STATUS_PAGE_ID,
  incident_updates: updates.map((body, index) => ({ id: `u${index}`, body })),
});

/** Statuspage.io with one page; its incidents stay until the process ends. */
export const createStatuspage = (): Vendor & { readonly incidents: StandInIncident[] } => {
  const incidents: StandInIncident[] = [];
  const change = (request: VendorRequest, apply: (incident: z.infer<typeof incidentSchema>['incident']) => VendorAnswer): VendorAnswer => {
    const read = readBody(incidentSchema, request);
    return 'problems' in read ? json(422, { error: read.problems }, { problems: read.problems }) : apply(read.value.incident);
  };
  const open = (request: VendorRequest): VendorAnswer =>
    change(request, ({ name, status, body }) => {
      if (name === undefined) return json(422, { error: ['name is missing'] }, { problems: ['name is missing'] });
      const incident = { id: `i${incidents.length + 1}`, name, status, updates: [body] };
      incidents.unshift(incident);
      return json(201, view(incident));
    });
  const update = (request: VendorRequest, id: string | undefined): VendorAnswer =>
    change(request, ({ status, body }) => {
      const incident = incidents.find((candidate) => candidate.id === id);
      if (incident === undefined) return notFound;
      incident.status = status;
      incident.updates.unshift(body);
      return json(200, view(incident));
    });
  return {
    incidents,
    accept: (request) => {
      if (request.headers.authorization !== `OAuth ${STATUS_PAGE_KEY}`)
        return json(401, { error: 'Could not authenticate' }, { problems: ['no key'] });
      const [, , pages, pageId, kind, id] = request.path.split('/');
      if (pages !== 'pages' || (pageId !== undefined && pageId !== STATUS_PAGE_ID)) return notFound;
      if (pageId === undefined) return json(200, [{ ...page, id: 'other0000000', name: 'Other', subdomain: 'other', domain: null }, page]);
      if (kind === undefined) return json(200, page);
      if (kind !== 'incidents') return notFound;
      if (request.method === 'GET' && id === 'unresolved')
        return json(200, incidents.filter(({ status }) => status !== 'resolved').map(view));
      return request.method === 'POST' ? open(request) : update(request, id);
    },
    rateLimited: (seconds) => json(420, { error: 'Calm down' }, { headers: { 'retry-after': `${seconds}` } }),
  };
};
