import { auditGroups } from '@notafter/domain';
import { createTestContext, makeOrgContext, type TestContext } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declarations, listApiKeys, updateOrganization } from './index.ts';
import { auditSentence, useCase } from './use-case.ts';
import { withTransaction } from './with-transaction.ts';

const all = [...declarations.values()];
const audited = all.flatMap(({ name, audit }) => (audit === undefined ? [] : [{ name, audit }]));

describe('declarations', () => {
  it('have a sentence for whatever reveals, and none twice', () => {
    expect(all.filter(({ reveals, audit }) => reveals === true && audit === undefined)).toEqual([]);
    expect(new Set(audited.map(({ audit }) => audit)).size).toBe(audited.length);
  });

  it('have a group in the audit log for each slice that writes to it', () => {
    const slices = new Set(audited.map(({ name }) => name.split('/')[0]));
    expect([...slices].sort()).toEqual(Object.keys(auditGroups).sort());
  });

  it('refuse a name that is taken', () => {
    expect(() => useCase({ name: 'settings/add-token', access: 'member' })).toThrow('Two use cases are called settings/add-token.');
  });
});

describe('the sentence of an audit row', () => {
  it('is the one of its use case, or the name of a use case that this version does not have', () => {
    expect(auditSentence('settings/add-token')).toBe('Made a token');
    expect(auditSentence('certificates/dance')).toBe('certificates/dance');
    expect(auditSentence('toString')).toBe('toString');
  });
});

describe('a use case', () => {
  let test: TestContext;
  beforeAll(async () => {
    test = await createTestContext();
  });
  afterAll(() => test.close());

  it('rejects a role before it runs, and a plan', async () => {
    const viewer = await makeOrgContext(test.ctx, { role: 'viewer' });
    await expect(updateOrganization(viewer, { name: 'Mine' })).rejects.toMatchObject({ code: 'forbidden' });
    const free = await makeOrgContext(test.ctx, { plan: 'Forever Free' });
    await expect(listApiKeys(free)).rejects.toMatchObject({ code: 'api_keys_plan' });
  });

  it('is named by every write that a person is behind', async () => {
    const org = await makeOrgContext(test.ctx);
    await expect(withTransaction(org, async () => undefined)).rejects.toThrow('belongs to a use case');
  });
});
