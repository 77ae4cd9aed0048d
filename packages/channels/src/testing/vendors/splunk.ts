import { z } from 'zod';
import { Incidents } from '../incidents.ts';
import { json, readBody, type Vendor } from '../vendor.ts';

const payload = z
  .object({
    message_type: z.enum(['CRITICAL', 'WARNING', 'INFO', 'ACKNOWLEDGEMENT', 'RECOVERY']),
    entity_id: z.string().min(1).max(512),
    entity_display_name: z.string().min(1),
    state_message: z.string(),
    state_start_time: z.number().int().positive(),
    monitoring_tool: z.string().min(1),
  })
  .catchall(z.string());

const meanings: Readonly<Record<string, 'acknowledge' | 'resolve'>> = { ACKNOWLEDGEMENT: 'acknowledge', RECOVERY: 'resolve' };

/** The generic REST endpoint. A message with the entity of an open incident joins it. */
export const createSplunk = (incidents = new Incidents()): Vendor => ({
  accept: (request) => {
    if (!/^\/integrations\/generic\/20131114\/alert\/[\w-]{8,}(?:\/[\w-]+)?$/.test(request.path)) {
      return json(404, { result: 'failure', messages: 'no such integration' }, { problems: ['no such integration'] });
    }
    const read = readBody(payload, request);
    if ('problems' in read) return json(400, { result: 'failure', messages: read.problems.join(', ') }, { problems: read.problems });
    const { entity_id, message_type } = read.value;
    return json(200, { result: 'success', entity_id }, { vendorKey: incidents.keyOf(entity_id, meanings[message_type] ?? 'trigger') });
  },
});
