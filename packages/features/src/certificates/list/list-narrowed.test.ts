import { certificateRenewals, certificates, collectors, environments, newId } from '@notafter/db';
import { addMs, type CertificateId, type CollectorId, DAY_MS, type EnvironmentId, HOUR_MS } from '@notafter/domain';
import { listCertificatesInput } from '@notafter/domain/inputs';
import { createTestContext, makeCertificates, makeOrgContext, type TestContext } from '@notafter/testing';
import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrgContext } from '../../context.ts';
import { removeCertificates } from '../remove-certificates.ts';
import { updateCertificateTags } from '../update-certificate-tags.ts';
import { getFacets } from './get-facets.ts';
import { listCertificates } from './list-certificates.ts';

let test: TestContext;
let org: OrgContext;
let ids: CertificateId[];
let live: EnvironmentId;
let vault: CollectorId;
let changedAt: Date;
const ROWS = 3_000;
const teams = ['web', 'Payments', 'a=b', '100%'];
const issuers = ["Let's Encrypt", 'DigiCert Inc', null];

/** Row by row what the test knows of them. */
const rowAt = (index: number) => ({
  host: `${index % 2 === 0 ? 'shop' : 'api'}-${index}.example`,
  issuer: issuers[index % 3] ?? null,
  notAfter: index % 3 === 2 ? null : addMs(test.ctx.clock.now(), (index % 200) * DAY_MS - 20 * DAY_MS),
  tags: {
    ...(index % 5 === 0 ? { team: teams[index % 4] ?? '' } : {}),
    ...(index % 700 === 1 ? { rare: 'Yes' } : {}),
    ...(index % 40 === 3 ? { env: 'LIVE' } : {}),
  },
  ...(index % 10 === 4 ? { environmentId: live } : {}),
  ...(isMail(index) ? { protocol: 'smtp' as const } : {}),
  ...(isDown(index) ? { unreachable: 'timeout' as const } : {}),
});

beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Enterprise' } });
  org = await makeOrgContext(test.ctx);
  live = newId<'environment'>();
  vault = newId<'collector'>();
  await test.ctx.db.insert(collectors).values({ id: vault, orgId: org.org.id, name: 'Vault network', createdAt: test.ctx.clock.now() });
  await test.ctx.db.insert(environments).values({ id: live, orgId: org.org.id, name: 'Live', createdAt: test.ctx.clock.now() });
  ids = await makeCertificates(
    test.ctx,
    org.org.id,
    Array.from({ length: ROWS }, (_, index) => rowAt(index)),
  );
  const collected = ids.filter((_, index) => isCollected(index));
  await test.ctx.db.update(certificates).set({ collectorId: vault }).where(inArray(certificates.id, collected));
  const now = test.ctx.clock.now();
  await test.ctx.db.insert(certificateRenewals).values(
    all.flatMap((index) => {
      const certificateId = ids[index];
      const [dueAt, lateAt] = [addMs(now, isDue(index) ? 0 : 1), addMs(now, isLate(index) ? 0 : 1)];
      return certificateId === undefined || dayOf(index) === null ? [] : [{ certificateId, dueAt, lateAt, basis: 'lifetime' as const }];
    }),
  );
  test.ctx.clock.advance(HOUR_MS);
  changedAt = test.ctx.clock.now();
  for (const index of [77, 2_999]) {
    const tags = rowAt(index).tags;
    await updateCertificateTags(org, { id: ids[index] ?? newId<'certificate'>(), tags });
  }
  test.ctx.clock.advance(-HOUR_MS);
  const other = await makeOrgContext(test.ctx);
  await makeCertificates(test.ctx, other.org.id, [{ tags: { team: 'web', rare: 'yes', env: 'live' } }]);
});
afterAll(() => test.close());

const list = (input: object) => listCertificates(org, listCertificatesInput.parse(input));
const all = Array.from({ length: ROWS }, (_, index) => index);
const dayOf = (index: number): number | null => (index % 3 === 2 ? null : (index % 200) - 20);
const isFrom = (index: number, from: number, days: number): boolean => {
  const day = dayOf(index);
  return day !== null && day >= from && day < from + days;
};
const isDown = (index: number): boolean => index % 600 === 9;
const isCollected = (index: number): boolean => index === 12 || index === 2_400;
const isMail = (index: number): boolean => index % 50 === 6;
const isDue = (index: number): boolean => index % 7 === 0;
const isLate = (index: number): boolean => index % 21 === 0;
const isValid = (index: number): boolean => (dayOf(index) ?? -1) >= 0;
const inEnvironment = (index: number): boolean => index % 10 === 4;

const cases: [string, object, (index: number) => boolean][] = [
  ['a tag by its value', { search: 'tag:WEB' }, (index) => index % 5 === 0 && teams[index % 4] === 'web'],
  ['a tag by its name', { search: 'tag:team' }, (index) => index % 5 === 0],
  ['a tag by both', { tag: 'Team=payments' }, (index) => index % 5 === 0 && teams[index % 4] === 'Payments'],
  ['a value with an equals sign', { search: 'team:a=b' }, (index) => index % 5 === 0 && teams[index % 4] === 'a=b'],
  ['a value with a percent sign', { search: 'tag:100%' }, (index) => index % 5 === 0 && teams[index % 4] === '100%'],
  ['a rare tag', { search: 'tag:rare=yes' }, (index) => index % 700 === 1],
  ['a tag that nothing has', { tag: 'nothing' }, () => false],
  ['an environment', { environmentId: 'live' }, inEnvironment],
  ['an environment or a tag env', { search: 'env:live' }, (index) => inEnvironment(index) || index % 40 === 3],
  ['a part of the issuer', { search: 'issuer:digi' }, (index) => index % 3 === 1],
  ['a part of the domain', { search: 'domain:shop-1' }, (index) => index % 2 === 0 && String(index).startsWith('1')],
  ['days left, never those without a date', { search: 'expires:<30d' }, (index) => (dayOf(index) ?? 99) < 30],
  ['more days left', { search: 'expires:>170d' }, (index) => (dayOf(index) ?? 0) > 170],
  ['late renewals', { search: 'renewal:late' }, (index) => isLate(index) && isValid(index)],
  ['due renewals', { search: 'renewal:due' }, (index) => isDue(index) && !isLate(index) && isValid(index)],
  ['a protocol', { search: 'protocol:smtp' }, isMail],
  ['a collector', { search: 'collector:"VAULT network"' }, isCollected],
  ['a collector that nobody has', { search: 'collector:other' }, () => false],
  [
    'a protocol of a part of the domain',
    { protocol: 'smtp', search: 'domain:shop-1' },
    (index) => isMail(index) && String(index).startsWith('1'),
  ],
  ['TLS from the first byte', { protocol: 'tls' }, (index) => !isMail(index)],
  ['two protocols, which none has', { search: 'protocol:smtp', protocol: 'tls' }, () => false],
  ['a protocol that nothing has', { protocol: 'ldap' }, () => false],
  ['two states side by side', { statuses: ['expired', 'critical'] }, (index) => (dayOf(index) ?? 99) <= 7],
  ['two states apart', { statuses: ['expired', 'warning'] }, (index) => [-20, 8].some((from) => isFrom(index, from, from === 8 ? 23 : 20))],
  ['a state and what cannot be reached', { statuses: ['critical', 'unreachable'] }, (index) => isFrom(index, 0, 8) || isDown(index)],
  ['two states with one of them', { statuses: ['expired', 'critical'], status: 'expired' }, (index) => (dayOf(index) ?? 99) < 0],
  ['one endpoint', { domain: 'SHOP-1000.example.' }, (index) => index === 1000],
  ['an endpoint that is part of a name', { domain: 'shop-100' }, () => false],
  ['an endpoint at another port', { domain: 'shop-1000.example:8443' }, () => false],
  ['a whole issuer', { issuer: 'digicert INC' }, (index) => index % 3 === 1],
  ['a part of an issuer', { issuer: 'digicert' }, () => false],
  ['an environment by name', { environment: 'LIVE' }, inEnvironment],
  ['an environment that is not there', { environment: 'none' }, () => false],
  ['an end before an instant', { expiresBefore: () => addMs(test.ctx.clock.now(), 3 * DAY_MS) }, (index) => (dayOf(index) ?? 99) < 3],
  ['what changed since', { updatedSince: () => changedAt }, (index) => index === 77 || index === 2_999],
  [
    'a few of the new ones at once',
    { issuer: "let's encrypt", statuses: ['valid', 'warning'], environment: 'live', tag: 'team' },
    () => false,
  ],
  [
    'an issuer and states',
    { issuer: "let's encrypt", statuses: ['valid', 'warning'] },
    (index) => index % 3 === 0 && (dayOf(index) ?? 0) >= 8,
  ],
  [
    'everything at once',
    { search: 'shop tag:team expires:<100d', status: 'valid' },
    (index) => index % 10 === 0 && (dayOf(index) ?? 0) > 30 && (dayOf(index) ?? 99) < 100,
  ],
];

describe.each(['expires', 'domain', 'issuer'] as const)('by %s', (sort) => {
  it.each(cases)('%s finds exactly those rows, page by page', async (_name, input, matches) => {
    // Values that exist only at run time are functions in the table.
    const known = Object.entries(input).map(([name, value]) => [name, typeof value === 'function' ? value() : value]);
    const filter = { ...Object.fromEntries(known), ...('environmentId' in input ? { environmentId: live } : {}), sort };
    const expected = new Set(all.filter(matches).map((index) => ids[index]));
    const seen: CertificateId[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 4; page += 1) {
      const answer = await list({ ...filter, limit: 400, cursor });
      expect(answer.totalCapped ? answer.total <= expected.size : answer.total === expected.size).toBe(true);
      expect(answer.position).toBe(seen.length);
      seen.push(...answer.certificates.map(({ id }) => id));
      if (answer.nextCursor === null) break;
      cursor = answer.nextCursor;
    }
    expect(new Set(seen).size).toBe(seen.length);
    for (const id of seen) expect(expected).toContain(id);
    expect(seen.length).toBe(Math.min(expected.size, 1600));
  });

  it('the order is the same as without a filter', async () => {
    const whole = (await list({ sort, limit: 500 })).certificates.filter(({ tags }) => 'team' in tags);
    const narrowed = (await list({ sort, limit: 50, tag: 'team' })).certificates;
    expect(narrowed.map(({ id }) => id)).toEqual(whole.slice(0, 50).map(({ id }) => id));
    const last = await list({ sort, limit: 10, tag: 'team', page: 'last' });
    expect(last.nextCursor).toBeNull();
    expect(last.certificates).toHaveLength(10);
  });
});

describe('the language', () => {
  it('is refused with a text where it cannot be read', async () => {
    await expect(list({ search: 'expires:soon' })).rejects.toMatchObject({ code: 'search_invalid', status: 400 });
    await expect(removeCertificates(org, { filter: { search: 'issuer:"', status: 'all' } })).rejects.toMatchObject({
      code: 'search_invalid',
    });
  });

  it('ties a cursor to its filter', async () => {
    const { nextCursor } = await list({ tag: 'team', limit: 1 });
    await expect(list({ tag: 'rare', limit: 1, cursor: nextCursor })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(list({ limit: 1, cursor: nextCursor })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('means the same rows for a bulk action, which knows no environment or tag filter', async () => {
    const selection = { filter: { search: 'tag:rare', status: 'all' as const } };
    const { total } = await list({ search: 'tag:rare' });
    expect(await removeCertificates(org, selection)).toEqual({ deleted: total });
    expect((await list({ search: 'tag:rare' })).total).toBe(0);
  });

  it('of another organization finds nothing here', async () => {
    const stranger = await makeOrgContext(test.ctx);
    const foreign = await listCertificates(stranger, listCertificatesInput.parse({ environmentId: live }));
    expect(foreign).toMatchObject({ total: 0, certificates: [] });
    expect((await listCertificates(stranger, listCertificatesInput.parse({ search: 'env:live' }))).total).toBe(0);
  });
});

it('facets name the environments and the tags that are there', async () => {
  const { environments: named, tags, protocols } = await getFacets(org);
  expect(protocols).toEqual(['tls', 'smtp']);
  expect(named).toEqual([{ id: live, name: 'Live' }]);
  expect(tags[0]?.count).toBeGreaterThanOrEqual(tags.at(-1)?.count ?? 0);
  expect(tags).toContainEqual({ tag: 'team=web', count: all.filter((index) => index % 5 === 0 && teams[index % 4] === 'web').length });
  expect(await getFacets(await makeOrgContext(test.ctx))).toEqual({ environments: [], tags: [], protocols: [] });
});
