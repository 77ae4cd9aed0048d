import { createAuthService } from '@notafter/auth';
import { expect, it } from 'vitest';
import { withKnownAppSecrets } from './authenticators.ts';
import { createFakeClock } from './clock.ts';

it('returns different secrets within a run and the same ones in the next', async () => {
  const secrets = async (): Promise<string[]> => {
    const real = createAuthService({
      secretKey: 'a fixed key for tests, 32 bytes.',
      publicUrl: 'http://localhost',
      clock: createFakeClock(),
    });
    const { totp } = withKnownAppSecrets(real);
    return [await totp.makeSecret(), await totp.makeSecret(), await totp.makeSecret()];
  };
  const first = await secrets();
  for (const secret of first) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(new Set(first).size).toBe(3);
  expect(await secrets()).toEqual(first);
});
