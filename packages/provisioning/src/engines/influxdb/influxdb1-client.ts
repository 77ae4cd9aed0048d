import { type Credentials, type EngineAccess, ProviderError } from '@notafter/domain';
import type { EngineClient } from '../engine-client.ts';
import { type HttpsAnswer, jsonText, visitHttpsOk } from '../https-visit.ts';

const quotedName = (name: string): string => `"${name.replace(/[\\"]/g, '\\$&')}"`;
const quotedText = (value: string): string => `'${value.replace(/[\\']/g, '\\$&')}'`;

/** Makes the first user. Before it exists, everyone may run this. */
export const firstUserStatement = ({ user, password }: Credentials): string =>
  `CREATE USER ${quotedName(user)} WITH PASSWORD ${quotedText(password)} WITH ALL PRIVILEGES`;

/** An error of a statement comes with status 200. */
const problemOf = (answer: HttpsAnswer): string =>
  jsonText(answer, 'error') || (/"error":"((?:[^"\\]|\\.)*)"/.exec(answer.text)?.[1] ?? '');

export const runInfluxql = async (access: EngineAccess, statement: string, signal: AbortSignal): Promise<HttpsAnswer> => {
  // In the body, since servers log addresses.
  const body = new URLSearchParams({ q: statement }).toString();
  const form = { body, contentType: 'application/x-www-form-urlencoded' };
  const answer = await visitHttpsOk(access, { method: 'POST', path: '/query', port: 'native', ...form }, signal);
  const problem = problemOf(answer);
  if (problem !== '') throw new ProviderError('invalid', `The server answered: ${problem}.`);
  return answer;
};

/** Speaks to InfluxDB 1, which reads its certificate at start only. */
export const createInfluxdb1Client = (): EngineClient => ({
  async signIn(access, signal) {
    const { headers } = await runInfluxql(access, 'SHOW DATABASES', signal);
    return String(headers['x-influxdb-version'] ?? '').split(/[~-]/)[0] ?? '';
  },
  async setPassword(access, next, signal) {
    await runInfluxql(access, `SET PASSWORD FOR ${quotedName(access.user)} = ${quotedText(next)}`, signal);
  },
});
