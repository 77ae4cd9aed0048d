import type { AuthService } from '@notafter/auth';
import type { ChannelQueue, ChannelSettings, OrganizationId, WebhookEndpointId } from '@notafter/domain';
import { z } from 'zod';

/** A Standard Webhooks signing secret; a replaced one keeps signing until then. */
export interface SigningSecret {
  readonly secret: string;
  readonly validUntil: Date | null;
}

export interface StoredChannel {
  readonly fields: ChannelSettings;
  /** Newest first; only webhooks have any. */
  readonly signingSecrets: readonly SigningSecret[];
}

const storedChannel = z.object({
  fields: z.record(z.string(), z.string()),
  signingSecrets: z.array(z.object({ secret: z.string(), validUntil: z.iso.datetime().nullable() })),
});

const toSigningSecret = ({ secret, validUntil }: { secret: string; validUntil: string | null }): SigningSecret => ({
  secret,
  validUntil: validUntil === null ? null : new Date(validUntil),
});

type Sealed = Pick<AuthService, 'sealing'>;
const placeOfChannel = (orgId: OrganizationId, queue: ChannelQueue) => ({ table: 'notification_channels', row: `${orgId}/${queue}` });
const placeOfApiKey = (orgId: OrganizationId) => ({ table: 'notification_settings', row: orgId });

export const sealChannel = ({ sealing }: Sealed, orgId: OrganizationId, queue: ChannelQueue, stored: StoredChannel): string =>
  sealing.seal(placeOfChannel(orgId, queue), JSON.stringify(stored));

/** Throws if it was sealed with another SECRET_KEY. */
export const openChannel = ({ sealing }: Sealed, orgId: OrganizationId, queue: ChannelQueue, sealed: string): StoredChannel => {
  const { fields, signingSecrets } = storedChannel.parse(JSON.parse(sealing.open(placeOfChannel(orgId, queue), sealed)));
  return { fields, signingSecrets: signingSecrets.map(toSigningSecret) };
};

/** Returns the secrets that sign at `now`. */
export const secretsInForce = (secrets: readonly SigningSecret[], now: Date): string[] =>
  secrets.filter(({ validUntil }) => validUntil === null || validUntil > now).map(({ secret }) => secret);

/** A webhook endpoint's address and secrets. */
export interface StoredEndpoint {
  readonly url: string;
  readonly signingSecrets: readonly SigningSecret[];
}

const storedEndpoint = storedChannel.pick({ signingSecrets: true }).extend({ url: z.string() });
const placeOfEndpoint = (id: WebhookEndpointId) => ({ table: 'webhook_endpoints', row: id });

export const sealEndpoint = ({ sealing }: Sealed, id: WebhookEndpointId, stored: StoredEndpoint): string =>
  sealing.seal(placeOfEndpoint(id), JSON.stringify(stored));

/** Throws if it was sealed with another SECRET_KEY. */
export const openEndpoint = ({ sealing }: Sealed, id: WebhookEndpointId, sealed: string): StoredEndpoint => {
  const { url, signingSecrets } = storedEndpoint.parse(JSON.parse(sealing.open(placeOfEndpoint(id), sealed)));
  return { url, signingSecrets: signingSecrets.map(toSigningSecret) };
};

export const sealApiKey = ({ sealing }: Sealed, orgId: OrganizationId, apiKey: string): string =>
  sealing.seal(placeOfApiKey(orgId), apiKey);

/** Throws if it was sealed with another SECRET_KEY. */
export const openApiKey = ({ sealing }: Sealed, orgId: OrganizationId, sealed: string): string =>
  sealing.open(placeOfApiKey(orgId), sealed);
