import { generateKeyPairSync, sign } from 'node:crypto';
import { createGrants, STAND_IN_CLIENT } from './stand-in-grants.ts';
import { json, type StandInServer, startStandInServer } from './stand-in-server.ts';

export interface GooglePerson {
  readonly sub: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly givenName: string;
  readonly familyName: string;
}

/** Flaws of the ID tokens it issues. */
export type TokenFlaw =
  | 'none'
  | 'wrong nonce'
  | 'no nonce'
  | 'wrong signature'
  | 'unsigned'
  | 'symmetric'
  | 'expired'
  | 'wrong audience'
  | 'wrong issuer'
  | 'verified as text'
  | 'not base64';

export interface GoogleStandIn extends StandInServer {
  /** The signed-in person. */
  person: GooglePerson;
  flaw: TokenFlaw;
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const HOUR_SECONDS = 3600;

const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

/** An OpenID provider: discovery, keys, a consent page, and a token endpoint that checks secret and PKCE. */
export const startGoogleStandIn = async (first: GooglePerson): Promise<GoogleStandIn> => {
  const known = keyPair();
  const foreign = keyPair();
  const idToken = (issuer: string, person: GooglePerson, asked: string | null): string => {
    const { flaw } = standIn;
    const now = Math.floor(Date.now() / 1000);
    const nonce = flaw === 'wrong nonce' ? 'another' : flaw === 'no nonce' ? undefined : asked;
    const claims = encode({
      iss: flaw === 'wrong issuer' ? 'https://elsewhere.example' : issuer,
      aud: flaw === 'wrong audience' ? 'another-client' : STAND_IN_CLIENT.clientId,
      sub: person.sub,
      iat: now - (flaw === 'expired' ? 2 * HOUR_SECONDS : 0),
      exp: now + (flaw === 'expired' ? -HOUR_SECONDS : HOUR_SECONDS),
      nonce,
      email: person.email,
      email_verified: flaw === 'verified as text' ? 'true' : person.emailVerified,
      given_name: person.givenName,
      family_name: person.familyName,
      name: `${person.givenName} ${person.familyName}`,
    });
    const alg = flaw === 'unsigned' ? 'none' : flaw === 'symmetric' ? 'HS256' : 'RS256';
    const signed = `${encode({ alg, kid: 'stand-in', typ: 'JWT' })}.${claims}`;
    const key = flaw === 'wrong signature' ? foreign.privateKey : known.privateKey;
    const signature = flaw === 'unsigned' ? '' : sign('sha256', Buffer.from(signed), key).toString('base64url');
    return flaw === 'not base64' ? `${signed}.***` : `${signed}.${signature}`;
  };
  const server = await startStandInServer((url) => {
    const { authorize, consent, redeem } = createGrants({
      title: 'Stand-in for Google',
      issuer: url,
      needsNonce: true,
      person: () => JSON.stringify(standIn.person),
    });
    return {
      'GET /.well-known/openid-configuration': () =>
        json({
          issuer: url,
          authorization_endpoint: `${url}/authorize`,
          token_endpoint: `${url}/token`,
          jwks_uri: `${url}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          code_challenge_methods_supported: ['S256'],
          authorization_response_iss_parameter_supported: true,
        }),
      'GET /keys': () => json({ keys: [{ ...known.publicKey.export({ format: 'jwk' }), kid: 'stand-in', alg: 'RS256', use: 'sig' }] }),
      'GET /authorize': authorize,
      'POST /authorize': consent,
      'POST /token': (request) => {
        const redeemed = redeem(request);
        if ('error' in redeemed) return json(redeemed, 400);
        const person: GooglePerson = JSON.parse(redeemed.person);
        return json({ access_token: 'unused', token_type: 'Bearer', expires_in: 300, id_token: idToken(url, person, redeemed.nonce) });
      },
    };
  });
  const standIn: GoogleStandIn = Object.assign(server, { person: first, flaw: 'none' as const });
  return standIn;
};
