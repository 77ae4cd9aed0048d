import { createHash, randomBytes } from 'node:crypto';
import { escapeHtml } from '@notafter/domain';
import type { StandInAnswer, StandInRequest } from './stand-in-server.ts';

export const STAND_IN_CLIENT = { clientId: 'notafter-test', clientSecret: 'a client secret of 32 characters' } as const;

interface Grant {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly nonce: string | null;
  readonly person: string;
}

export type Redeemed = { readonly nonce: string | null; readonly person: string } | { readonly error: string };

const page = (title: string, body: string): StandInAnswer => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><html lang="en"><head><title>${title}</title><link rel="icon" href="data:,"></head><body><main><h1>${title}</h1>${body}</main></body></html>`,
});

interface GrantsOptions {
  readonly title: string;
  readonly issuer: string;
  readonly needsNonce: boolean;
  readonly person: () => string;
}

/** The authorization code grant with PKCE (RFC 6749 section 4.1, RFC 7636): a page with two buttons, and single-use codes. */
export const createGrants = ({ title, issuer, needsNonce, person }: GrantsOptions) => {
  const grants = new Map<string, Grant>();
  const back = (to: string, answer: Readonly<Record<string, string>>, state: string): StandInAnswer => {
    const url = new URL(to);
    for (const [name, value] of Object.entries({ ...answer, state, iss: issuer })) url.searchParams.set(name, value);
    return { status: 302, headers: { location: url.href } };
  };
  return {
    /** The name shown on the consent page. */
    authorize: ({ url }: StandInRequest): StandInAnswer => {
      const asked = url.searchParams;
      const wrong = [
        asked.get('client_id') !== STAND_IN_CLIENT.clientId && 'client_id',
        asked.get('response_type') !== 'code' && 'response_type',
        asked.get('code_challenge_method') !== 'S256' && 'code_challenge_method',
        !/^[\w-]{43}$/.test(asked.get('code_challenge') ?? '') && 'code_challenge',
        !/^.{20,}$/.test(asked.get('state') ?? '') && 'state',
        needsNonce && !/^.{20,}$/.test(asked.get('nonce') ?? '') && 'nonce',
        URL.parse(asked.get('redirect_uri') ?? '') === null && 'redirect_uri',
      ].filter((name) => name !== false);
      if (wrong.length > 0) return { status: 400, body: `Wrong: ${wrong.join(', ')}` };
      const fields = [...asked]
        .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
        .join('');
      return page(
        title,
        `<form method="post">${fields}<p>Signed in as ${escapeHtml(person())}.</p><button name="consent" value="yes">Authorize</button><button name="consent" value="no">Cancel</button></form>`,
      );
    },
    consent: ({ form }: StandInRequest): StandInAnswer => {
      const [redirectUri, state] = [form.get('redirect_uri') ?? '', form.get('state') ?? ''];
      if (form.get('consent') !== 'yes') return back(redirectUri, { error: 'access_denied' }, state);
      const code = randomBytes(16).toString('hex');
      grants.set(code, { redirectUri, challenge: form.get('code_challenge') ?? '', nonce: form.get('nonce'), person: person() });
      return back(redirectUri, { code }, state);
    },
    redeem: ({ form }: StandInRequest): Redeemed => {
      if (form.get('client_id') !== STAND_IN_CLIENT.clientId || form.get('client_secret') !== STAND_IN_CLIENT.clientSecret)
        return { error: 'invalid_client' };
      const code = form.get('code') ?? '';
      const grant = grants.get(code);
      grants.delete(code);
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (grant === undefined || grant.redirectUri !== form.get('redirect_uri') || grant.challenge !== challenge)
        return { error: 'invalid_grant' };
      return form.get('grant_type') === 'authorization_code' ? grant : { error: 'unsupported_grant_type' };
    },
  };
};
