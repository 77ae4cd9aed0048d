import { ProviderError } from '@notafter/domain';
import { z } from 'zod';
import type { EngineClient } from '../engine-client.ts';
import { visitHttpsOk } from '../https-visit.ts';

const PORT = 'ui';
const overview = z.object({ rabbitmq_version: z.string(), listeners: z.array(z.object({ protocol: z.string() })) });
const NEEDED = ['amqp/ssl', 'mqtt/ssl'];

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
  /** Its runtime looks for changed files by itself, as often as `runtimeArguments` says. */
  reloadCertificate: () => Promise.resolve(),
});
