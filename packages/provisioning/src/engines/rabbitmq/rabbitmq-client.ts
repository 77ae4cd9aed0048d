import { type EngineAccess, ProviderError } from '@notafter/domain';
import { z } from 'zod';
import { type EngineClient, MAX_LINES } from '../engine-client.ts';
import { visitHttps, visitHttpsOk } from '../https-visit.ts';

const PORT = 'ui';
const overview = z.object({ rabbitmq_version: z.string(), listeners: z.array(z.object({ protocol: z.string() })) });
const NEEDED = ['amqp/ssl', 'mqtt/ssl'];

const openConnections = z.array(
  z.object({
    name: z.string(),
    user: z.string().optional(),
    peer_host: z.string().nullish(),
    /** Milliseconds since the epoch. */
    connected_at: z.number().optional(),
    client_properties: z.object({ connection_name: z.string().optional(), product: z.string().optional() }).catch({}),
  }),
);

/** Those of the user that were opened before a moment, each. */
const openBefore = async (access: EngineAccess, before: Date, signal: AbortSignal) => {
  const columns = 'name,user,peer_host,connected_at,client_properties';
  const { text } = await visitHttpsOk(access, { method: 'GET', path: `/api/connections?columns=${columns}`, port: PORT }, signal);
  const found = openConnections.safeParse(JSON.parse(text));
  if (!found.success) throw new ProviderError('transient', 'The server did not list its connections.');
  return found.data.flatMap(
    ({ name, user, peer_host: address = null, connected_at: at, client_properties: { connection_name, product } }) =>
      user === access.user && at !== undefined && at < before.getTime()
        ? [{ name, address, client: connection_name ?? product ?? null, at }]
        : [],
  );
};

/** Speaks to the management API of RabbitMQ, which is on the port of its screens. */
export const createRabbitmqClient = (): EngineClient => ({
  async signIn(access, signal) {
    const { text } = await visitHttpsOk(access, { method: 'GET', path: '/api/overview', port: PORT }, signal);
    const found = overview.safeParse(JSON.parse(text));
    if (!found.success) throw new ProviderError('transient', 'The server did not say what it is.');
    const { rabbitmq_version: version, listeners } = found.data;
    // The screens are up some seconds before clients are accepted.
    const missing = NEEDED.filter((protocol) => !listeners.some((listener) => listener.protocol === protocol));
    if (missing.length > 0) throw new ProviderError('transient', `The server does not accept clients yet (${missing.join(', ')}).`);
    return version;
  },
  async setPassword(access, next, signal) {
    const path = `/api/users/${encodeURIComponent(access.user)}`;
    const present: unknown = JSON.parse((await visitHttpsOk(access, { method: 'GET', path, port: PORT }, signal)).text);
    // Replaced as a whole: without its tags the user would lose its rights.
    const tags = typeof present === 'object' && present !== null && 'tags' in present ? present.tags : 'administrator';
    await visitHttpsOk(access, { method: 'PUT', path, port: PORT, body: JSON.stringify({ password: next, tags }) }, signal);
  },
  connections: {
    async list(access, before, signal) {
      const open = await openBefore(access, before, signal);
      const byClient = Map.groupBy(open, ({ client, address }) => JSON.stringify([client, address]));
      return [...byClient.values()]
        .flatMap((group) => {
          const [first] = group;
          if (first === undefined) return [];
          const { client, address } = first;
          return [{ client, address, count: group.length, since: new Date(Math.min(...group.map(({ at }) => at))) }];
        })
        .toSorted((a, b) => a.since.getTime() - b.since.getTime())
        .slice(0, MAX_LINES);
    },
    async close(access, before, signal) {
      for (const { name } of await openBefore(access, before, signal)) {
        const asked = { method: 'DELETE', path: `/api/connections/${encodeURIComponent(name)}`, port: PORT } as const;
        const { status } = await visitHttps(access, asked, signal);
        // It may have ended meanwhile.
        if (status !== 204 && status !== 404)
          throw new ProviderError('transient', `The server answered ${status} to closing a connection.`);
      }
    },
  },
  /** Its runtime looks for changed files by itself, as often as `runtimeArguments` says. */
  reloadCertificate: () => Promise.resolve(),
});
