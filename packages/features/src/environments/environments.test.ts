import { certificates } from '@notafter/db';
import { entitlementsOf } from '@notafter/domain';
import { auditOf, createTestContext, makeCertificates, makeOrgContext, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrgContext } from '../context.ts';
import { addEnvironment } from './add-environment.ts';
import { listEnvironments } from './list-environments.ts';
import { removeEnvironment } from './remove-environment.ts';
import { updateEnvironment } from './update-environment.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Team' } });
});
afterAll(() => test.close());

const described = { description: null };
const add = async (org: OrgContext, name: string) => (await addEnvironment(org, { name, ...described })).environment;
const namesOf = async (org: OrgContext) => (await listEnvironments(org)).environments.map(({ name }) => name);
const actionsOf = async (org: OrgContext) => (await auditOf(org)).map(({ action }) => action);

describe('an admin on Team', () => {
  it('makes, lists by name, renames and deletes environments, each with an audit row', async () => {
    const org = await makeOrgContext(test.ctx);
    const staging = await add(org, 'staging');
    expect(staging).toMatchObject({ name: 'staging', description: null, certificateCount: 0, createdAt: test.ctx.clock.now() });
    const { environment } = await addEnvironment(org, { name: 'Production', description: 'Customers' });
    expect(await listEnvironments(org)).toMatchObject({ limit: 2, environments: [{ name: 'Production' }, { name: 'staging' }] });
    expect((await updateEnvironment(org, { id: staging.id, name: 'Beta', ...described })).environment).toMatchObject({ name: 'Beta' });
    await removeEnvironment(org, { id: environment.id });
    expect(await namesOf(org)).toEqual(['Beta']);
    expect(await actionsOf(org)).toEqual([
      'environments/add-environment',
      'environments/add-environment',
      'environments/update-environment',
      'environments/remove-environment',
    ]);
  });

  it('uses a name once in any case, though an environment may keep or recase its own', async () => {
    const org = await makeOrgContext(test.ctx);
    const { id } = await add(org, 'Production');
    await expect(add(org, 'PRODUCTION')).rejects.toMatchObject({ code: 'environment_exists', status: 409 });
    expect((await updateEnvironment(org, { id, name: 'production', description: 'Now described' })).environment.name).toBe('production');
    const other = await add(org, 'Staging');
    await expect(updateEnvironment(org, { id: other.id, name: 'Production', ...described })).rejects.toMatchObject({
      code: 'environment_exists',
    });
    await add(await makeOrgContext(test.ctx), 'Production');
  });

  it('makes no third one, however many try at once', async () => {
    const org = await makeOrgContext(test.ctx);
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, (_, index) => add(org, `environment ${index}`)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'environment_limit' });
    expect(await namesOf(org)).toHaveLength(2);
  });

  it('refuses to delete one with assigned certificates, and says how many', async () => {
    const org = await makeOrgContext(test.ctx);
    const { id } = await add(org, 'Production');
    const [first = '', second = ''] = await makeCertificates(test.ctx, org.org.id, [{}, {}]);
    await test.ctx.db.update(certificates).set({ environmentId: id }).where(eq(certificates.orgId, org.org.id));
    await expect(removeEnvironment(org, { id })).rejects.toMatchObject({
      code: 'environment_in_use',
      message: '2 certificates are assigned to this environment. Assign them to another one first.',
    });
    expect((await listEnvironments(org)).environments).toMatchObject([{ certificateCount: 2 }]);
    for (const gone of [first, second]) await test.ctx.db.execute(`delete from certificates where id = '${gone}'`);
    await removeEnvironment(org, { id });
    expect(await namesOf(org)).toEqual([]);
  });
});

describe('the plan', () => {
  it('refuses to add or change one below Team with the documented text', async () => {
    for (const plan of ['Forever Free', 'Starter', 'Essentials', 'Professional', 'Business']) {
      const org = await makeOrgContext(test.ctx, { plan });
      const refused = {
        code: 'environment_plan',
        status: 403,
        message: 'Environment management is available on Team and Enterprise plans.',
      };
      await expect(add(org, 'Production')).rejects.toMatchObject(refused);
      const { id } = await add(await makeOrgContext(test.ctx), 'Production');
      await expect(updateEnvironment(org, { id, name: 'x', ...described })).rejects.toMatchObject(refused);
      expect(await listEnvironments(org)).toEqual({ environments: [], limit: 0 });
    }
  });

  it('still deletes one after a downgrade', async () => {
    const before = await makeOrgContext(test.ctx, { plan: 'Team' });
    const { id } = await add(before, 'Production');
    await removeEnvironment({ ...before, entitlements: entitlementsOf('Forever Free') }, { id });
    expect(await namesOf(before)).toEqual([]);
  });

  it.each(['Enterprise', 'Self-hosted'])('%s has no limit', async (plan) => {
    const org = await makeOrgContext(test.ctx, { plan });
    for (const name of ['one', 'two', 'three']) await add(org, name);
    expect((await listEnvironments(org)).limit).toBeNull();
  });
});
