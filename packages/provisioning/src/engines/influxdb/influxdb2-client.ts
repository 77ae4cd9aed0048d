import { type EngineAccess, ProviderError } from '@notafter/domain';
import type { EngineClient } from '../engine-client.ts';
import { jsonText, visitHttpsOk } from '../https-visit.ts';

const PORT = 'native';

/** Its API takes tokens and sessions; only this request takes the password. Resolves to the cookie of a session. */
const openSession = async (access: EngineAccess, signal: AbortSignal): Promise<string> => {
  const { headers } = await visitHttpsOk(access, { method: 'POST', path: '/api/v2/signin', port: PORT }, signal);
  const cookies = [headers['set-cookie'] ?? []].flat();
  const session = cookies.map((cookie) => cookie.split(';')[0] ?? '').find((cookie) => cookie.startsWith('session='));
  if (session === undefined) throw new ProviderError('transient', 'The server accepted the password, but opened no session.');
  return session;
};

const inSession = async <Result>(access: EngineAccess, signal: AbortSignal, work: (cookie: string) => Promise<Result>): Promise<Result> => {
  const cookie = await openSession(access, signal);
  try {
    return await work(cookie);
  } finally {
    await visitHttpsOk(access, { method: 'POST', path: '/api/v2/signout', port: PORT, cookie }, signal);
  }
};

/** Speaks to InfluxDB 2, which reads its certificate at start only. Its API: https://docs.influxdata.com/influxdb/v2/api/ */
export const createInfluxdb2Client = (): EngineClient => ({
  signIn: (access, signal) =>
    inSession(access, signal, async (cookie) => {
      const { headers } = await visitHttpsOk(access, { method: 'GET', path: '/api/v2/me', port: PORT, cookie }, signal);
      return String(headers['x-influxdb-version'] ?? '').replace(/^v/, '');
    }),
  setPassword: (access, next, signal) =>
    inSession(access, signal, async (cookie) => {
      const id = jsonText(await visitHttpsOk(access, { method: 'GET', path: '/api/v2/me', port: PORT, cookie }, signal), 'id');
      const path = `/api/v2/users/${encodeURIComponent(id)}/password`;
      await visitHttpsOk(access, { method: 'POST', path, port: PORT, cookie, body: JSON.stringify({ password: next }) }, signal);
    }),
});
