import { z } from 'zod';
import { json, readBody, type Vendor } from '../vendor.ts';

/** Flat: nested values would arrive as unusable text. */
const payload = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** A catch hook. It answers success to everything it can read. */
export const zapier: Vendor = {
  accept: (request) => {
    if (!/^\/hooks\/catch\/\d+\/\w+\/?$/.test(request.path)) return json(404, { status: 'not found' }, { problems: ['no such hook'] });
    const read = readBody(payload, request);
    return 'problems' in read
      ? json(400, { status: 'error' }, { problems: read.problems })
      : json(200, { attempt: '0198', id: '0198', request_id: '0198', status: 'success' });
  },
};
