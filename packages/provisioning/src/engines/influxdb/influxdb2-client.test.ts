import { z } from 'zod';
import { describeFakeEngine } from '../../testing/describe-fake-engine.ts';

const newPassword = z.strictObject({ password: z.string().min(8).max(72) });
const version = { 'x-influxdb-version': 'v2.9.1' };
const ID = '0f1a2b3c4d5e6f70';

describeFakeEngine('influxdbv2', '2.9.1', (account) => {
  const sessions = new Set<string>();
  const unauthorized = { status: 401, headers: version, json: { code: 'unauthorized', message: 'unauthorized access' } };
  return ({ line, signedInAs, cookie, json }) => {
    const isInSession = sessions.has(cookie);
    switch (line) {
      case 'POST /api/v2/signin': {
        if (signedInAs?.user !== 'admin' || signedInAs.password !== account.password) return unauthorized;
        const session = `session=${sessions.size}`;
        sessions.add(session);
        return { status: 204, headers: { ...version, 'set-cookie': `${session}; Path=/api/` } };
      }
      case 'POST /api/v2/signout':
        return sessions.delete(cookie) ? { status: 204, headers: version } : unauthorized;
      case 'GET /api/v2/me':
        return isInSession ? { status: 200, headers: version, json: { id: ID, name: 'admin', status: 'active' } } : unauthorized;
      case `POST /api/v2/users/${ID}/password`: {
        if (!isInSession) return unauthorized;
        account.password = newPassword.parse(json).password;
        return { status: 204, headers: version };
      }
      default:
        return null;
    }
  };
});
