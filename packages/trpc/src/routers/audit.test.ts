import { createTestContext, type TestContext } from '@notafter/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { failing, signedIn } from '../testing/callers.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Team' } });
});
afterAll(() => test.close());

it('shows admins what was done', async () => {
  const { caller, user } = await signedIn(test);
  await caller.environments.add({ name: 'Production' });
  expect(await caller.audit.list({})).toMatchObject({
    entries: [{ sentence: 'Added an environment', subject: 'Production' }],
    nextCursor: null,
    actors: [{ id: user.id, kind: 'person', name: user.email }],
  });
  await expect(caller.audit.list({ group: 'nothing' })).rejects.toMatchObject(failing('invalid_input', 400));
  await expect(caller.audit.list({ from: new Date(8.64e15) })).rejects.toMatchObject(failing('invalid_input', 400));
});
