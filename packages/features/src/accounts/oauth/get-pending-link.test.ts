import { PENDING_LINK_VALID_MS } from '@notafter/domain';
import {
  createFakeClock,
  createTestContext,
  garbled,
  makeOrganization,
  makeRequestContext,
  makeUser,
  type TestContext,
} from '@notafter/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newIdentity, roundTrip } from '../testing/oauth-round-trip.ts';
import { getPendingLink } from './get-pending-link.ts';

let test: TestContext;
const clock = createFakeClock();
beforeAll(async () => {
  test = await createTestContext({ config: { identityProviders: ['github'] }, clock });
});
afterAll(() => test.close());

const withLink = (pendingLink: string | null) => ({ ...makeRequestContext(test.ctx), oauthCookies: { oauthFlow: null, pendingLink } });

it('names provider and address to the browser that the link waits in, and to no other', async () => {
  const { email } = await makeUser(test.ctx, await makeOrganization(test.ctx));
  const finished = await roundTrip(test.ctx, 'github', newIdentity({ email }));
  if (finished.state !== 'confirm') throw new Error(`the round trip came to ${finished.state}`);
  expect(await getPendingLink(withLink(finished.pendingLink))).toEqual({ provider: 'github', email });
  expect(await getPendingLink(makeRequestContext(test.ctx))).toBeNull();
  for (const foreign of [null, '', 'x.y', garbled(finished.pendingLink)]) expect(await getPendingLink(withLink(foreign))).toBeNull();
  clock.advance(PENDING_LINK_VALID_MS);
  expect(await getPendingLink(withLink(finished.pendingLink))).toBeNull();
});
