import { brandId, DomainError, isUuid } from '@notafter/domain';
import { answerPoll, receiveBundle } from '@notafter/features';
import type { RestRouter } from '../../rest-environment.ts';

export const BUNDLES_PATH = '/v1/collector/bundles';
const POLL_PATH = '/v1/collector/poll';

/** The calls of collectors, each of which proves itself by a signature: see docs/collector-protocol.md. No operations of the document. */
export const serveCollectorCalls = (app: RestRouter): void => {
  app.post(BUNDLES_PATH, async (c) => c.json(await receiveBundle(c.env.request, Buffer.from(await c.req.arrayBuffer())), 200));
  app.post(POLL_PATH, async (c) => {
    const collectorId = c.req.header('Notafter-Collector') ?? '';
    const at = new Date(c.req.header('Notafter-Time') ?? Number.NaN);
    const signature = c.req.header('Notafter-Signature') ?? '';
    if (!isUuid(collectorId) || Number.isNaN(at.getTime())) throw new DomainError('collector_not_found');
    const call = { collectorId: brandId<'collector'>(collectorId), method: 'POST', path: POLL_PATH, at, signature };
    return c.json(await answerPoll(c.env.request, call), 200);
  });
};
