import { expect, it } from 'vitest';
import { killCollector } from './testing/kill-rounds.ts';

// `npm run fault:collector` kills 50 times.
it('loses nothing and sends nothing twice when it is killed at any moment', async () => {
  const { damage, stored } = await killCollector({ kills: 8, seed: 19 });
  expect(damage).toEqual([]);
  expect(stored).toBeGreaterThan(1);
});
