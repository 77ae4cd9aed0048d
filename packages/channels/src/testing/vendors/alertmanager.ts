import { z } from 'zod';
import { Incidents } from '../incidents.ts';
import { httpLink, json, readBody, type Vendor } from '../vendor.ts';

const labelSet = z.record(z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_]*$/, 'invalid label name'), z.string());
const alerts = z.array(
  z
    .strictObject({
      labels: labelSet.refine((labels) => Object.values(labels).some((value) => value !== ''), 'at least one label pair required'),
      annotations: labelSet,
      generatorURL: httpLink,
      startsAt: z.iso.datetime(),
      endsAt: z.iso.datetime(),
    })
    .refine(({ startsAt, endsAt }) => startsAt <= endsAt, 'start time must be before end time'),
);

const identityOf = (labels: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(labels).toSorted(([one], [other]) => one.localeCompare(other)));

/** API v2. Alerts are the same if their labels are. Sending an open one again moves its end ahead; its true end moves it back. */
export const createAlertmanager = (incidents = new Incidents(), ends = new Map<string, string>()): Vendor => ({
  accept: (request) => {
    if (request.path !== '/api/v2/alerts') return json(404, 'not found', { problems: ['no such path'] });
    const read = readBody(alerts, request);
    if ('problems' in read) return json(400, read.problems.join(', '), { problems: read.problems });
    const keys = read.value.map(({ labels, endsAt }) => {
      const identity = identityOf(labels);
      const isOver = endsAt < (ends.get(identity) ?? '');
      ends.set(identity, endsAt);
      return incidents.keyOf(identity, isOver ? 'resolve' : 'trigger');
    });
    return { status: 200, body: '', vendorKey: keys.join() };
  },
});
