import type { Actor, CertificateFacts, Role } from '@notafter/domain';
import { sendAccountMailJob } from '@notafter/features';
import { makeOrganization, makeUser, servedObservation, type TestSystemContext, type TestUser } from '@notafter/testing';
import { z } from 'zod';
import type { Answer, RestHarness } from './rest-harness.ts';

interface Organization {
  readonly plan?: string;
  readonly disabled?: boolean;
  readonly certificateLimit?: number;
  readonly role?: Role;
}

type LinkPurpose = Parameters<TestSystemContext['auth']['signLink']>[0];

/** A person in a new organization: by default an admin on Enterprise. */
export const newMember = async (rest: RestHarness, { role = 'admin', ...organization }: Organization = {}): Promise<TestUser> =>
  makeUser(rest.ctx, await makeOrganization(rest.ctx, { plan: 'Enterprise', ...organization }), { role });

/** The person behind the cookie that an answer set. */
export const personOf = async (rest: RestHarness, { cookies }: Answer): Promise<Actor> => {
  const token = cookies.at(-1);
  const found = typeof token === 'string' ? await rest.ctx.auth.resolveSession(rest.ctx.db, token) : null;
  if (found === null) throw new Error('The answer set no session.');
  return found.actor;
};

/** The token of the link that was mailed last. */
export const lastMailedToken = (rest: RestHarness, purpose: LinkPurpose): string => {
  const linkId = rest.ctx.jobs.payloadsOf(sendAccountMailJob).at(-1)?.linkId;
  if (linkId === undefined) throw new Error('No mail was asked for.');
  return rest.ctx.auth.signLink(purpose, linkId);
};

const withCertificateId = z.object({ certificate: z.object({ id: z.string() }) });

/** Adds a certificate that `domain` serves, by the documented call; answers its id. */
export const addServed = async (rest: RestHarness, as: TestUser, domain: string, leaf: Partial<CertificateFacts> = {}): Promise<string> => {
  rest.ctx.gateways.prober.answer(`${domain}:443`, servedObservation(domain, leaf));
  const { body } = await rest.call('POST', '/v1/certificates/add', { as, body: { domain } });
  return withCertificateId.parse(body).certificate.id;
};

/** An id that no row has. */
export const NOBODYS_ID = '01989f0a-7c1e-7b42-9f60-000000000000';

/** The person in one more browser, signed in just now. */
export const inNewBrowser = async ({ ctx }: RestHarness, { id }: TestUser): Promise<Actor> => {
  const { token } = await ctx.auth.createSession(ctx.db, id, { ip: '203.0.113.7', userAgent: null });
  const found = await ctx.auth.resolveSession(ctx.db, token);
  if (found === null) throw new Error('The session is not there.');
  return found.actor;
};
