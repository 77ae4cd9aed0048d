import { createTestContext, makeCertificates, type TestContext } from '@notafter/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { failing, signedIn } from '../testing/callers.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Team' } });
});
afterAll(() => test.close());

it('environments are made, assigned with tags, renamed and deleted', async () => {
  const { caller, orgId } = await signedIn(test);
  const { environment } = await caller.environments.add({ name: ' Production ', description: '  ' });
  expect(environment).toMatchObject({ name: 'Production', description: null });
  const [id = ''] = await makeCertificates(test.ctx, orgId, [{}]);
  const { certificate } = await caller.certificates.updateTags({ id, tags: { env: 'live' }, environmentId: environment.id, version: 1 });
  expect(certificate).toMatchObject({ tags: { env: 'live' }, environmentName: 'Production', version: 2 });
  await expect(caller.environments.remove({ id: environment.id })).rejects.toMatchObject(failing('environment_in_use', 409));
  await expect(caller.certificates.updateTags({ id, tags: {}, version: 1 })).rejects.toMatchObject(failing('conflict', 409));
  await caller.certificates.updateTags({ id, tags: {}, environmentId: null });
  await caller.environments.update({ id: environment.id, name: 'Live' });
  expect(await caller.environments.list()).toMatchObject({ limit: 2, environments: [{ name: 'Live' }] });
  await caller.environments.remove({ id: environment.id });
  await expect(caller.environments.add({ name: '   ' })).rejects.toMatchObject(failing('invalid_input', 400));
});
