import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { z } from 'zod';

const SKEW_S = 300;
const LIFE_S = 3600;
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
export const TOKEN_URL = 'https://oauth2.googleapis.com/token';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
/** The account of the fakes in this process. */
export const testKey = {
  type: 'service_account',
  project_id: 'example-project',
  private_key_id: 'key-1',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  client_email: 'notafter@example-project.iam.gserviceaccount.com',
  token_uri: TOKEN_URL,
};
const publicKey = createPublicKey(privateKey);

const header = z.strictObject({ alg: z.literal('RS256'), typ: z.literal('JWT'), kid: z.literal(testKey.private_key_id) });
const claims = z.strictObject({
  ...{ iss: z.literal(testKey.client_email), scope: z.literal(SCOPE), aud: z.string(), iat: z.int(), exp: z.int() },
});
const form = z.strictObject({ grant_type: z.literal(GRANT), assertion: z.string() });

const part = (text: string): unknown => JSON.parse(Buffer.from(text, 'base64url').toString());

/** Null unless the form has an assertion of now that is signed by the account's key. */
export const acceptedUntil = (body: string, audiences: readonly string[], now: number): number | null => {
  const asked = form.safeParse(Object.fromEntries(new URLSearchParams(body)));
  const [head = '', payload = '', signature = '', ...others] = asked.success ? asked.data.assertion.split('.') : [];
  if (!asked.success || others.length > 0) return null;
  if (!verify('sha256', Buffer.from(`${head}.${payload}`), publicKey, Buffer.from(signature, 'base64url'))) return null;
  const said = claims.safeParse(part(payload));
  if (!header.safeParse(part(head)).success || !said.success) return null;
  const seconds = now / 1000;
  const { aud, iat, exp } = said.data;
  const isNow = iat <= seconds + SKEW_S && exp > seconds && exp - iat <= LIFE_S;
  return isNow && audiences.includes(aud) ? now + LIFE_S * 1000 : null;
};
