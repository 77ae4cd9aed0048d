import { ProviderError } from '@notafter/domain';
import { z } from 'zod';
import type { EngineClient } from '../engine-client.ts';
import { jsonText, visitHttpsOk } from '../https-visit.ts';

const PORT = 'native';
const signedInUser = z.object({ id: z.int().positive() });

/** Speaks to Grafana's HTTP API: https://grafana.com/docs/grafana/latest/developers/http_api/ */
export const createGrafanaClient = (): EngineClient => ({
  async signIn(access, signal) {
    await visitHttpsOk(access, { method: 'GET', path: '/api/org', port: PORT }, signal);
    return jsonText(await visitHttpsOk(access, { method: 'GET', path: '/api/health', port: PORT }, signal), 'version');
  },
  async setPassword(access, next, signal) {
    const { text } = await visitHttpsOk(access, { method: 'GET', path: '/api/user', port: PORT }, signal);
    const user = signedInUser.safeParse(JSON.parse(text));
    if (!user.success) throw new ProviderError('transient', 'The server did not say who is signed in.');
    // As an administrator: the present password is needed to sign in only.
    const path = `/api/admin/users/${user.data.id}/password`;
    await visitHttpsOk(access, { method: 'PUT', path, port: PORT, body: JSON.stringify({ password: next }) }, signal);
  },
  /** It looks for changed files by itself, as often as `CERTIFICATE_LOOK` says. */
  reloadCertificate: () => Promise.resolve(),
});

/** How often Grafana looks for changed certificate files. */
export const CERTIFICATE_LOOK = '10s';
