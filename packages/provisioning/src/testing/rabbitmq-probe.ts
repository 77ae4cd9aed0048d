import type { EngineAccess } from '@notafter/domain';
import { type HttpsRequest, visitHttpsOk } from '../engines/https-visit.ts';
import { type EngineProbe, probeLimit } from './engine-probe.ts';

const QUEUE = '/api/queues/%2F/kept';
const ask = async (access: EngineAccess, method: HttpsRequest['method'], path: string, body: object): Promise<string> => {
  const asked = { method, path, port: 'ui', body: JSON.stringify(body) };
  return (await visitHttpsOk(access, asked, probeLimit())).text;
};

export const rabbitmqProbe: EngineProbe = {
  solution: 'rabbitmq',
  addRow: async (access) => {
    await ask(access, 'PUT', QUEUE, { durable: true });
    const message = { properties: { delivery_mode: 2 }, routing_key: 'kept', payload: 'kept', payload_encoding: 'string' };
    await ask(access, 'POST', '/api/exchanges/%2F/amq.default/publish', message);
  },
  countRows: async (access) => {
    const got: unknown = JSON.parse(
      await ask(access, 'POST', `${QUEUE}/get`, { count: 10, ackmode: 'ack_requeue_true', encoding: 'auto' }),
    );
    return Array.isArray(got) ? got.length : 0;
  },
};
