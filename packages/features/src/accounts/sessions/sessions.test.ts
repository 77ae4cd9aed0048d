import { auditLog } from '@notafter/db';
import { addMs, HOUR_MS, SESSION_VALID_MS, type UserId } from '@notafter/domain';
import { createTestContext, makeOrganization, makeRequestContext, makeUser, type TestContext, type TestUser } from '@notafter/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openOrganization } from '../../open-organization.ts';
import { endOtherSessions } from './end-other-sessions.ts';
import { endSession } from './end-session.ts';
import { listSessions } from './list-sessions.ts';

let test: TestContext;
let user: TestUser;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());
beforeEach(async () => {
  user = await makeUser(test.ctx, await makeOrganization(test.ctx), { role: 'viewer' });
});

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0';
const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';

/** Signs in and acts from that browser. */
const signIn = async (who: TestUser = user, userAgent = firefox, ip = '203.0.113.7') => {
  const { token } = await test.ctx.auth.createSession(test.ctx.db, who.id, { ip, userAgent });
  const { actor } = (await test.ctx.auth.resolveSession(test.ctx.db, token)) ?? expect.fail('no session');
  return { token, sessionId: actor.sessionId, org: await openOrganization(makeRequestContext(test.ctx, { actor })) };
};
const isOpen = async (token: string) => (await test.ctx.auth.resolveSession(test.ctx.db, token)) !== null;
const auditOf = (userId: UserId, action: string) =>
  test.ctx.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.actorId, userId), eq(auditLog.action, action)));

it('lists where a person is signed in, this browser first, then the latest used', async () => {
  const old = await signIn(user, safari, '198.51.100.1');
  test.ctx.clock.advance(HOUR_MS);
  const here = await signIn();
  test.ctx.clock.advance(HOUR_MS);
  await isOpen((await signIn(user, 'curl/8.5.0')).token);
  await isOpen(old.token);
  const { sessions: listed } = await listSessions(here.org);
  expect(listed.map(({ device, ip, current }) => ({ device, ip, current }))).toEqual([
    { device: 'Firefox on Linux', ip: '203.0.113.7', current: true },
    expect.objectContaining({ current: false }),
    expect.objectContaining({ current: false }),
  ]);
  const phone = listed.find(({ device }) => device === 'Safari on iPhone');
  expect(phone).toMatchObject({
    ip: '198.51.100.1',
    lastActiveAt: test.ctx.clock.now(),
    createdAt: addMs(test.ctx.clock.now(), -2 * HOUR_MS),
  });
});

it('hands out nothing by which sessions are found or made', async () => {
  const { token, sessionId, org } = await signIn();
  const answer = JSON.stringify(await listSessions(org));
  expect(answer).not.toContain(token);
  expect(answer).not.toContain(sessionId);
});

it("leaves out ended sessions and other people's", async () => {
  await signIn();
  await signIn(await makeUser(test.ctx, user.orgId));
  test.ctx.clock.advance(SESSION_VALID_MS + HOUR_MS);
  const { org } = await signIn();
  expect((await listSessions(org)).sessions).toHaveLength(1);
});

it('ends one session and leaves the others, with one audit row', async () => {
  const here = await signIn();
  const there = await signIn(user, safari);
  const { handle = '' } = (await listSessions(here.org)).sessions.find(({ current }) => !current) ?? {};
  await endSession(here.org, { handle });
  expect(await isOpen(there.token)).toBe(false);
  expect(await isOpen(here.token)).toBe(true);
  expect(await auditOf(user.id, 'accounts/end-session')).toMatchObject([
    { subjectId: user.id, detail: { device: 'Safari on iPhone', ip: '203.0.113.7' } },
  ]);
  await expect(endSession(here.org, { handle })).rejects.toMatchObject({ code: 'session_not_found', status: 404 });
});

it('ends nobody else’s session, not a colleague’s either, and takes no session id for a handle', async () => {
  const here = await signIn();
  const colleague = await makeUser(test.ctx, user.orgId);
  const theirs = await signIn(colleague);
  const { handle = '' } = (await listSessions(theirs.org)).sessions[0] ?? {};
  for (const attempt of [handle, theirs.sessionId, here.sessionId, '', '\0'])
    await expect(endSession(here.org, { handle: attempt })).rejects.toMatchObject({ code: 'session_not_found' });
  expect(await isOpen(theirs.token)).toBe(true);
});

it('signs out everywhere else', async () => {
  const here = await signIn();
  const there = [await signIn(), await signIn()];
  const theirs = await signIn(await makeUser(test.ctx, user.orgId));
  expect(await endOtherSessions(here.org)).toEqual({ ended: 2 });
  for (const { token } of there) expect(await isOpen(token)).toBe(false);
  expect(await isOpen(here.token)).toBe(true);
  expect(await isOpen(theirs.token)).toBe(true);
  expect(await auditOf(user.id, 'accounts/end-other-sessions')).toMatchObject([{ detail: { ended: 2 } }]);
});
