import { createTestContext, makeCertificates, type TestContext } from '@notafter/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { failing, signedIn } from '../testing/callers.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Team' } });
});
afterAll(() => test.close());

it('returns members their plan, with the obstacles to another', async () => {
  const { caller, orgId } = await signedIn(test);
  await makeCertificates(
    test.ctx,
    orgId,
    Array.from({ length: 6 }, () => ({})),
  );
  expect(await caller.billing.plan({})).toMatchObject({ plan: 'Team', currentCertificates: 6, downgrade: null });
  const downgrade = { certificatesToRemove: 1, currentCount: 6, newPlanLimit: 5 };
  expect(await caller.billing.plan({ target: 'Forever Free' })).toMatchObject({ downgrade });
});

it('knows no other plan', async () => {
  const { caller } = await signedIn(test);
  await expect(caller.billing.plan({ target: '__proto__' })).rejects.toMatchObject(failing('invalid_input', 400));
});
