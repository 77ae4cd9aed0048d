import { expect, it } from 'vitest';
import { killServerOfServices } from './testing/service-kills.ts';

it('ends every service as asked when the server is killed during its operations', { timeout: 600_000 }, async () => {
  const { faults, operations } = await killServerOfServices({ kills: 4, seed: 5, by: 'processes' });
  expect(faults).toEqual([]);
  expect(operations.deploy).toBeGreaterThan(0);
});
