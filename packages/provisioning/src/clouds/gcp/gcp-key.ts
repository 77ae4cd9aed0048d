import { createPrivateKey, sign } from 'node:crypto';
import { HOUR_MS, MINUTE_MS, ProviderError, SECOND_MS } from '@notafter/domain';
import { z } from 'zod';
import { callRest, jsonOf, type RestAccount, readAnswer } from '../rest-call.ts';
import { refusedToken } from './gcp-errors.ts';

/** Google's own. The address in a key is not used: a stranger's key could name one in our network. */
export const GOOGLE_TOKEN_URL = 'https://oauth2.googleapis.com/token';
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
/** A token that ends sooner could end before its call arrives. */
const SPARE_MS = MINUTE_MS;

const project = /^(?:[a-z0-9.-]+:)?[a-z][a-z0-9-]{4,28}[a-z0-9]$/;

const serviceAccountKey = z.object({
  type: z.literal('service_account'),
  project_id: z.string().regex(project),
  private_key_id: z.string().min(1),
  private_key: z.string().min(1),
  client_email: z.email(),
});

export interface GcpKey {
  readonly project: string;
  readonly email: string;
  readonly keyId: string;
  /** PEM. */
  readonly privateKey: string;
}

const isPrivateKey = (pem: string): boolean => {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
};

/** Reads the text of a key file of a service account. Throws `ProviderError` for any other text. */
export const parseGcpKey = (text: string): GcpKey => {
  const parsed = serviceAccountKey.safeParse(jsonOf(text));
  if (!parsed.success || !isPrivateKey(parsed.data.private_key)) {
    throw new ProviderError('auth', 'This is not a key of a Google Cloud service account. Create a JSON key and use the whole file.');
  }
  const { project_id, private_key_id, private_key, client_email } = parsed.data;
  return { project: project_id, email: client_email, keyId: private_key_id, privateKey: private_key };
};

/** `key`: the text of a key file. It is read when it is first needed: an account with a bad one refuses each call. */
export interface GcpAccount extends RestAccount<{ readonly key: string }> {
  /** Where access tokens come from. */
  readonly tokenUrl: string;
}

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Proves that we have the key of a service account (RFC 7523). */
const assertionOf = ({ email, keyId, privateKey }: GcpKey, audience: string, now: number): string => {
  const issued = Math.floor(now / SECOND_MS);
  const header = base64url({ alg: 'RS256', typ: 'JWT', kid: keyId });
  const claims = base64url({ iss: email, scope: SCOPE, aud: audience, iat: issued, exp: issued + HOUR_MS / SECOND_MS });
  const signature = sign('sha256', Buffer.from(`${header}.${claims}`), privateKey).toString('base64url');
  return `${header}.${claims}.${signature}`;
};

/** Access tokens of one account: one serves until it ends. */
export class GcpTokens {
  readonly #account: GcpAccount;
  #key: GcpKey | null = null;
  #token: { readonly text: string; readonly until: number } | null = null;

  constructor(account: GcpAccount) {
    this.#account = account;
  }

  get key(): GcpKey {
    this.#key ??= parseGcpKey(this.#account.credentials.key);
    return this.#key;
  }

  async get(signal: AbortSignal): Promise<string> {
    const { tokenUrl, now, fetch } = this.#account;
    const asked = now();
    if (this.#token !== null && asked < this.#token.until) return this.#token.text;
    const form = {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: assertionOf(this.key, tokenUrl, asked),
    };
    const call = {
      method: 'POST',
      ...{ url: tokenUrl, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      body: new URLSearchParams(form).toString(),
    } as const;
    const { ok, status, text } = await callRest('Google Cloud', fetch, call, signal);
    if (!ok) throw refusedToken(status, text);
    const { access_token, expires_in } = readAnswer('Google Cloud', tokenAnswer, text);
    this.#token = { text: access_token, until: asked + expires_in * SECOND_MS - SPARE_MS };
    return access_token;
  }

  /** A refused token is not used again. */
  forget(): void {
    this.#token = null;
  }
}
