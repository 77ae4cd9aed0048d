import { certificates } from '@notafter/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addServed, NOBODYS_ID, newMember } from '../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const path = '/v1/certificates/bulk-delete';
type Person = Awaited<ReturnType<typeof newMember>>;
const domainsOf = async ({ orgId }: Person) =>
  (await rest.ctx.db.select().from(certificates)).flatMap((row) => (row.orgId === orgId ? [row.domain] : [])).sort();
const withThree = async () => {
  const admin = await newMember(rest);
  const ids: string[] = [];
  for (const host of ['a', 'b', 'c']) ids.push(await addServed(rest, admin, `${host}.bulk.example.com`));
  return { admin, ids };
};

describe('200', () => {
  it('deletes the named certificates and skips those of others', async () => {
    const { admin, ids } = await withThree();
    const other = await newMember(rest);
    const foreign = await addServed(rest, other, 'foreign.bulk.example.com');
    const answer = await rest.call('POST', path, { as: admin, body: { ids: [ids[0]?.toUpperCase(), ids[1], foreign, NOBODYS_ID] } });
    expect(answer).toMatchObject({ status: 200, body: { deleted: 2 } });
    expect([await domainsOf(admin), await domainsOf(other)]).toEqual([['c.bulk.example.com'], ['foreign.bulk.example.com']]);
  });

  it('deletes what a filter lists, and everything for an empty one', async () => {
    const { admin } = await withThree();
    const some = await rest.call('POST', path, { as: admin, body: { filter: { search: 'b.bulk', status: 'healthy' } } });
    expect(some).toMatchObject({ status: 200, body: { deleted: 1 } });
    expect(await domainsOf(admin)).toEqual(['a.bulk.example.com', 'c.bulk.example.com']);
    expect(await rest.call('POST', path, { as: admin, body: { filter: {} } })).toMatchObject({ status: 200, body: { deleted: 2 } });
  });
});

describe('400', () => {
  it.each([
    [{}, 'ids'],
    [{ ids: [] }, 'ids'],
    [{ ids: ['x'] }, 'ids.0'],
    [{ ids: 'all' }, 'ids'],
    [{ ids: [NOBODYS_ID], filter: {} }, 'filter'],
    [{ filter: { status: 'expired,critical' } }, 'filter.status'],
    [{ filter: { status: ['expired', 'critical'] } }, 'filter.status'],
    [{ filter: { issuer: 'Example CA' } }, 'filter.issuer'],
    [{ filter: { status: 'red' } }, 'filter.status'],
    [{ filter: { domain: 'a' } }, 'filter.domain'],
    [{ filter: { search: 'a\u0000' } }, 'filter.search'],
    [{ filter: { search: 7 } }, 'filter.search'],
    [{ all: true }, 'all'],
  ])('refuses %j and deletes nothing', async (body, field) => {
    const { admin } = await withThree();
    const answer = await rest.call('POST', path, { as: admin, body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', details: [{ path: field }] } });
    expect(await domainsOf(admin)).toHaveLength(3);
  });

  it('refuses a search that cannot be read', async () => {
    const answer = await rest.call('POST', path, { as: await newMember(rest), body: { filter: { search: 'expires:<never' } } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'search_invalid' } });
  });
});
