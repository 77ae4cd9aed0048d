import { z } from 'zod';
import { describeFakeEngine } from '../../testing/describe-fake-engine.ts';

const newPassword = z.strictObject({ password: z.string().min(4) });
const unauthorized = { status: 401, json: { message: 'Invalid username or password', messageId: 'password-auth.failed' } };

describeFakeEngine('grafana', '13.2.3', (account) => ({ line, signedInAs, json }) => {
  const isSignedIn = signedInAs?.user === 'admin' && signedInAs.password === account.password;
  switch (line) {
    case 'GET /api/health':
      return { status: 200, json: { database: 'ok', version: '13.2.3', commit: '0000000' } };
    case 'GET /api/org':
      return isSignedIn ? { status: 200, json: { id: 1, name: 'Main Org.' } } : unauthorized;
    case 'GET /api/user':
      return isSignedIn ? { status: 200, json: { id: 1, login: 'admin', isGrafanaAdmin: true } } : unauthorized;
    case 'PUT /api/admin/users/1/password': {
      if (!isSignedIn) return unauthorized;
      account.password = newPassword.parse(json).password;
      return { status: 200, json: { message: 'User password updated' } };
    }
    default:
      return null;
  }
});
