import { addMs, HOUR_MS } from '@notafter/domain';
import { createTestContext, makeCertificates, makeOrganization, type TestContext } from '@notafter/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countMoreThan } from './certificate-counts.ts';

const ROWS = 700;

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

it('counts every hour unless a few of them show that it is enough', async () => {
  const [orgId, stranger] = [await makeOrganization(test.ctx), await makeOrganization(test.ctx)];
  const hourOf = (index: number): Date => addMs(test.ctx.clock.now(), Math.floor(index / 2) * HOUR_MS);
  await makeCertificates(
    test.ctx,
    orgId,
    Array.from({ length: ROWS }, (_, index) => ({ host: `n${index}.example`, notAfter: hourOf(index) })),
  );
  expect(await countMoreThan(test.ctx.db, orgId, ROWS)).toBe(ROWS);
  const enough = await countMoreThan(test.ctx.db, orgId, 100);
  expect(enough).toBeGreaterThan(100);
  expect(enough).toBeLessThan(ROWS);
  expect(await countMoreThan(test.ctx.db, stranger, 100)).toBe(0);
});
