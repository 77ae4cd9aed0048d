import { z } from 'zod';
import { idInput } from '../id.input.ts';

const field = (max: number) => z.string().trim().min(1, 'is required').max(max, `must have at most ${max} characters`);
const uuid = z
  .string()
  .trim()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'must be an ID such as 6f3a91c2-0000-4000-8000-000000000000');

const isServiceAccount = (text: string): boolean => {
  try {
    return serviceAccount.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
};
const serviceAccount = z.object({
  type: z.literal('service_account'),
  project_id: z.string().min(1),
  client_email: z.string().min(1),
  private_key: z.string().includes('PRIVATE KEY'),
});

/** `CloudCredentials`. */
export const cloudCredentialsInput = z.discriminatedUnion('cloud', [
  z.object({
    cloud: z.literal('aws'),
    accessKeyId: field(128).regex(/^[A-Z0-9]{16,128}$/, 'must be an access key ID such as AKIAIOSFODNN7EXAMPLE'),
    secretAccessKey: field(256),
  }),
  z.object({ cloud: z.literal('digitalocean'), token: field(256).regex(/^[\x21-\x7e]+$/, 'must be one word') }),
  z.object({
    cloud: z.literal('gcp'),
    key: field(16_384).refine(isServiceAccount, 'must be the JSON key file of a service account'),
  }),
  z.object({ cloud: z.literal('azure'), tenantId: uuid, clientId: uuid, clientSecret: field(256), subscriptionId: uuid }),
]);

const name = z.string().trim().min(1, 'is required').max(60, 'must have at most 60 characters');

export const addCloudAccountInput = z.object({ name, credentials: cloudCredentialsInput });
export const cloudAccountIdInput = z.object({ id: idInput<'cloud-account'>() });
export const setCloudCredentialsInput = z.object({ id: idInput<'cloud-account'>(), credentials: cloudCredentialsInput });
