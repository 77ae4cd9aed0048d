import { randomBytes } from 'node:crypto';
import { createGrants } from './stand-in-grants.ts';
import { json, type StandInRequest, type StandInServer, startStandInServer } from './stand-in-server.ts';

export interface GithubPerson {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  readonly emails: readonly { readonly email: string; readonly primary: boolean; readonly verified: boolean }[];
}

export interface GithubStandIn extends StandInServer {
  /** The signed-in person. */
  person: GithubPerson;
}

/** GitHub Enterprise: plain OAuth 2 and the two API calls that identify a person. */
export const startGithubStandIn = async (first: GithubPerson): Promise<GithubStandIn> => {
  const tokens = new Map<string, GithubPerson>();
  const asPerson = (answer: (person: GithubPerson) => unknown) => (request: StandInRequest) => {
    const person = tokens.get(request.headers.authorization?.replace(/^bearer /i, '') ?? '');
    return person === undefined ? json({ message: 'Bad credentials' }, 401) : json(answer(person));
  };
  const server = await startStandInServer((url) => {
    const { authorize, consent, redeem } = createGrants({
      title: 'Stand-in for GitHub',
      issuer: `${url}/login/oauth`,
      needsNonce: false,
      person: () => JSON.stringify(standIn.person),
    });
    return {
      'GET /login/oauth/authorize': authorize,
      'POST /login/oauth/authorize': consent,
      'POST /login/oauth/access_token': (request) => {
        // Like GitHub: JSON only if requested, and refusals with status 200.
        if (request.headers.accept !== 'application/json') return { status: 200, body: 'access_token=form' };
        const redeemed = redeem(request);
        if ('error' in redeemed) return json({ error: 'bad_verification_code', error_description: 'The code is incorrect or expired.' });
        const token = randomBytes(16).toString('hex');
        tokens.set(token, JSON.parse(redeemed.person));
        return json({ access_token: token, scope: 'user:email', token_type: 'bearer' });
      },
      'GET /api/v3/user': asPerson(({ id, login, name }) => ({ id, login, name, email: null })),
      'GET /api/v3/user/emails': asPerson(({ emails }) => emails.map((email) => ({ ...email, visibility: 'private' }))),
    };
  });
  const standIn: GithubStandIn = Object.assign(server, { person: first });
  return standIn;
};
