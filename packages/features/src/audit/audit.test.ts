import { apiKeys, auditLog, newId, tokens } from '@notafter/db';
import { type AuditGroup, addMs, DAY_MS } from '@notafter/domain';
import type { ListAuditLogInput } from '@notafter/domain/inputs';
import { auditOf, createTestContext, makeCertificates, makeOrgContext, makeUser, openAs, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrgContext, UseCaseName } from '../context.ts';
import type { AuditNote } from '../with-transaction.ts';
import { withTransaction } from '../with-transaction.ts';
import { exportAuditLog } from './export-audit-log.ts';
import { listAuditLog } from './list-audit-log.ts';

const whole = { permissions: { read: true, write: true, delete: true }, scope: null, allowedAddresses: [] } as const;
let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Business' } });
});
afterAll(() => test.close());

const did = (org: OrgContext, useCase: UseCaseName, note: AuditNote = {}) =>
  withTransaction({ ...org, useCase }, async (_tx, audit) => audit(note));

const list = (org: OrgContext, filter: Partial<ListAuditLogInput> = {}) => listAuditLog(org, { limit: 50, ...filter });
const actionsOf = async (org: OrgContext, filter: Partial<ListAuditLogInput> = {}) =>
  (await list(org, filter)).entries.map(({ action }) => action);

/** Every row of an export, page after page. */
const exportAll = async (org: OrgContext) => {
  const pages = [await exportAuditLog(org, {})];
  for (let cursor = pages[0]?.nextCursor; cursor != null; cursor = pages.at(-1)?.nextCursor)
    pages.push(await exportAuditLog(org, { cursor }));
  return { pages, csv: pages.map(({ csv }) => csv).join(''), entries: pages.flatMap(({ entries }) => entries) };
};

describe('the log', () => {
  it('says who did what, to what, when and from where, newest first', async () => {
    const org = await makeOrgContext(test.ctx);
    await did(org, 'environments/add-environment', { subjectId: newId<'environment'>(), detail: { name: 'Production' } });
    await did(org, 'settings/update-profile');
    const { entries, nextCursor } = await list(org);
    expect(nextCursor).toBeNull();
    expect(entries).toMatchObject([
      { action: 'settings/update-profile', sentence: 'Changed the profile', subject: null },
      {
        action: 'environments/add-environment',
        sentence: 'Added an environment',
        subject: 'Production',
        detail: { name: 'Production' },
        at: test.ctx.clock.now(),
        ip: org.origin.ip,
        actor: { kind: 'session', id: org.actor.userId, email: org.actor.email, tokenId: null, name: null },
      },
    ]);
  });

  it('names the certificate that a row concerns, and links none that is gone or another organization’s', async () => {
    const [org, other] = [await makeOrgContext(test.ctx), await makeOrgContext(test.ctx)];
    const [mine = ''] = await makeCertificates(test.ctx, org.org.id, [{ host: 'shop.example' }]);
    const [theirs = ''] = await makeCertificates(test.ctx, other.org.id, [{ host: 'theirs.example' }]);
    await did(org, 'notifications/snooze-certificate', { subjectId: mine });
    await did(org, 'notifications/snooze-certificate', { subjectId: theirs });
    await did(org, 'certificates/remove-certificate', { subjectId: newId<'certificate'>(), detail: { domain: 'gone.example' } });
    expect((await list(org)).entries.map(({ subject, certificateId }) => ({ subject, certificateId }))).toEqual([
      { subject: 'gone.example', certificateId: null },
      { subject: null, certificateId: null },
      { subject: 'shop.example', certificateId: mine },
    ]);
  });

  it('names the token a person used and the organization’s key, also once they are gone', async () => {
    const org = await makeOrgContext(test.ctx);
    const now = test.ctx.clock.now();
    const secret = { hash: newId<'token'>(), ending: 'abcd', createdAt: now };
    const tokenId = newId<'token'>();
    const apiKeyId = newId<'api-key'>();
    await test.ctx.db.insert(tokens).values({ id: tokenId, userId: org.actor.userId, name: 'ci', ...secret });
    await test.ctx.db
      .insert(apiKeys)
      .values({ id: apiKeyId, orgId: org.org.id, name: 'terraform', canRead: true, canWrite: true, ...secret });
    await did({ ...org, actor: { ...org.actor, via: 'token', tokenId } }, 'environments/add-environment');
    const key = { via: 'api-key', apiKeyId, orgId: org.org.id, name: 'terraform', ...whole } as const;
    await did({ ...org, actor: key }, 'certificates/add-certificate');
    const { entries, actors } = await list(org);
    expect(entries.map(({ actor }) => actor)).toEqual([
      { kind: 'api-key', id: apiKeyId, email: null, tokenId: null, name: 'terraform' },
      { kind: 'token', id: org.actor.userId, email: org.actor.email, tokenId, name: 'ci' },
    ]);
    expect(actors).toEqual([
      { id: org.actor.userId, kind: 'person', name: org.actor.email },
      { id: apiKeyId, kind: 'api-key', name: 'terraform' },
    ]);
    await test.ctx.db.delete(tokens).where(eq(tokens.id, tokenId));
    await test.ctx.db.delete(apiKeys).where(eq(apiKeys.id, apiKeyId));
    expect(await list(org)).toEqual({ entries, actors, nextCursor: null });
  });

  it('is narrowed to a person, a group and a period', async () => {
    const org = await makeOrgContext(test.ctx);
    const other = await openAs(test.ctx, await makeUser(test.ctx, org.org.id));
    const start = test.ctx.clock.now();
    await did(org, 'environments/add-environment');
    test.ctx.clock.advance(DAY_MS);
    await did(other, 'certificates/add-certificate');
    test.ctx.clock.advance(DAY_MS);
    await did(org, 'certificates/check-certificate');
    expect(await actionsOf(org, { actorId: other.actor.userId })).toEqual(['certificates/add-certificate']);
    expect(await actionsOf(org, { group: 'certificates' })).toEqual(['certificates/check-certificate', 'certificates/add-certificate']);
    expect(await actionsOf(org, { from: addMs(start, DAY_MS), until: addMs(start, 2 * DAY_MS) })).toEqual(['certificates/add-certificate']);
    expect(await actionsOf(org, { group: 'certificates', actorId: org.actor.userId })).toEqual(['certificates/check-certificate']);
    expect(await actionsOf(org, { group: 'team' satisfies AuditGroup })).toEqual([]);
  });

  it('pages without losing or repeating a row, though many are of one instant', async () => {
    const org = await makeOrgContext(test.ctx);
    for (let index = 0; index < 7; index++) await did(org, 'environments/add-environment', { detail: { name: String(index) } });
    const seen: (string | null)[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await list(org, { limit: 3, cursor });
      seen.push(...page.entries.map(({ subject }) => subject));
      expect(page.actors === null).toBe(cursor !== undefined);
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(['6', '5', '4', '3', '2', '1', '0']);
    await expect(list(org, { cursor: 'x' })).rejects.toMatchObject({ code: 'invalid_input', details: [{ path: 'cursor' }] });
  });
});

describe('an export', () => {
  it('holds every row in pages of bounded size, and begins with itself', async () => {
    const org = await makeOrgContext(test.ctx);
    const row = { orgId: org.org.id, actorId: org.actor.userId, action: 'certificates/add-certificate', at: test.ctx.clock.now() };
    await test.ctx.db.insert(auditLog).values(Array.from({ length: 1100 }, () => ({ id: newId<'audit-entry'>(), ...row })));
    const { pages, entries, csv } = await exportAll(org);
    expect(pages.map((page) => page.entries.length)).toEqual([500, 500, 101]);
    expect(entries.map(({ action }) => action).filter((action) => action === 'audit/export-audit-log')).toHaveLength(1);
    expect(csv.split('\r\n')).toHaveLength(1 + 1101 + 1);
    expect(csv.match(/^at,actor_kind,/gm)).toHaveLength(1);
  });

  it('lets no cell run as a formula', async () => {
    const org = await makeOrgContext(test.ctx);
    await did(org, 'environments/add-environment', { detail: { name: '=HYPERLINK("http://evil.example","x")' } });
    const { csv } = await exportAll(org);
    expect(csv).toContain(`"'=HYPERLINK(""http://evil.example"",""x"")"`);
    expect(csv).not.toMatch(/(?:^|,)"?=/m);
  });

  it('is in the log once, with its filter', async () => {
    const org = await makeOrgContext(test.ctx);
    await exportAuditLog(org, { group: 'team' });
    const rows = await auditOf(org);
    expect(rows).toMatchObject([{ action: 'audit/export-audit-log', detail: { group: 'team' } }]);
  });
});

describe('access', () => {
  it('shows nothing of another organization, not even by the id of its person, its cursor or its key’s name', async () => {
    const theirs = await makeOrgContext(test.ctx);
    await did(theirs, 'environments/add-environment');
    await did(theirs, 'environments/add-environment');
    const mine = await makeOrgContext(test.ctx);
    const { nextCursor } = await list(theirs, { limit: 1 });
    expect(await list(mine)).toEqual({ entries: [], nextCursor: null, actors: [] });
    expect(await actionsOf(mine, { actorId: theirs.actor.userId })).toEqual([]);
    expect(await actionsOf(mine, { cursor: nextCursor })).toEqual([]);
    expect((await exportAll(mine)).entries).toMatchObject([{ action: 'audit/export-audit-log' }]);
  });
});
