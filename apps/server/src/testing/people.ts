import type { OrganizationId, PlanName } from '@notafter/domain';
import { makeOrganization, makeUser, TEST_PASSWORD } from '@notafter/testing';
import { type Answer, request } from './request.ts';
import type { TestServer } from './test-server.ts';

export interface Person {
  readonly email: string;
  readonly password: string;
}

/** An activated admin in a new organization by default. */
export const newPerson = async (
  { system }: TestServer,
  user: Parameters<typeof makeUser>[2] = {},
  plan: PlanName = 'Enterprise',
): Promise<Person & { orgId: OrganizationId }> => {
  const orgId = await makeOrganization(system, { plan, name: 'Harborline' });
  const { email } = await makeUser(system, orgId, { password: TEST_PASSWORD, ...user });
  return { email, password: TEST_PASSWORD, orgId };
};

/** Another admin of an organization, activated by default. */
export const newColleague = async (
  { system }: TestServer,
  orgId: OrganizationId,
  user: Parameters<typeof makeUser>[2] = {},
): Promise<Person> => {
  const { email } = await makeUser(system, orgId, { password: TEST_PASSWORD, ...user });
  return { email, password: TEST_PASSWORD };
};

/** The `Set-Cookie` lines of a response. */
export const cookiesOf = ({ headers }: Answer): readonly string[] => headers['set-cookie'] ?? [];

/** The `Cookie` header that a browser would send after this response. */
export const cookieOf = (answer: Answer): string => (cookiesOf(answer).at(-1) ?? '').split(';')[0] ?? '';

/** Signs in with `/v1`; returns the `Cookie` header of the session. */
export const signIn = async (server: TestServer, person: Person, headers: Record<string, string> = {}): Promise<string> => {
  const answer = await server.call('/v1/accounts/login', { json: { email: person.email, password: person.password }, headers });
  if (answer.status !== 200) throw new Error(`The sign-in was answered ${answer.status}: ${answer.text}`);
  return cookieOf(answer);
};

const firstAccount = { first_name: 'Grace', last_name: 'Hopper', email: 'grace@example.com', password: 'a phrase for the first account' };

/** Signs up on a new server in another process, which activates accounts by itself; returns the `Cookie` header of the session. */
export const signUpAt = async (url: string): Promise<string> => {
  await request(`${url}/v1/accounts/register`, { json: firstAccount });
  const { email, password } = firstAccount;
  return cookieOf(await request(`${url}/v1/accounts/login`, { json: { email, password } }));
};
