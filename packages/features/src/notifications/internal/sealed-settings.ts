import type { AuthService } from '@notafter/auth';
import type { ChannelSettings, ChannelType, OrganizationId } from '@notafter/domain';
import { z } from 'zod';

/** A Standard Webhooks signing secret; one that was replaced signs along until then. */
export interface SigningSecret {
  readonly secret: string;
  readonly validUntil: Date | null;
}

export interface StoredChannel {
  readonly fields: ChannelSettings;
  /** Newest first; only a webhook has any. */
  readonly signingSecrets: readonly SigningSecret[];
}

const storedChannel = z.object({
  fields: z.record(z.string(), z.string()),
  signingSecrets: z.array(z.object({ secret: z.string(), validUntil: z.iso.datetime().nullable() })),
});

type Sealed = Pick<AuthService, 'sealing'>;
const placeOfChannel = (orgId: OrganizationId, type: ChannelType) => ({ table: 'notification_channels', row: `${orgId}/${type}` });
const placeOfApiKey = (orgId: OrganizationId) => ({ table: 'notification_settings', row: orgId });

export const sealChannel = ({ sealing }: Sealed, orgId: OrganizationId, type: ChannelType, stored: StoredChannel): string =>
  sealing.seal(placeOfChannel(orgId, type), JSON.stringify(stored));

/** Throws where it was sealed with another SECRET_KEY. */
export const openChannel = ({ sealing }: Sealed, orgId: OrganizationId, type: ChannelType, sealed: string): StoredChannel => {
  const { fields, signingSecrets } = storedChannel.parse(JSON.parse(sealing.open(placeOfChannel(orgId, type), sealed)));
  return {
    fields,
    signingSecrets: signingSecrets.map(({ secret, validUntil }) => ({
      secret,
      validUntil: validUntil === null ? null : new Date(validUntil),
    })),
  };
};

/** Those that sign at `now`. */
export const secretsInForce = (secrets: readonly SigningSecret[], now: Date): string[] =>
  secrets.filter(({ validUntil }) => validUntil === null || validUntil > now).map(({ secret }) => secret);

export const sealApiKey = ({ sealing }: Sealed, orgId: OrganizationId, apiKey: string): string =>
  sealing.seal(placeOfApiKey(orgId), apiKey);

/** Throws where it was sealed with another SECRET_KEY. */
export const openApiKey = ({ sealing }: Sealed, orgId: OrganizationId, sealed: string): string =>
  sealing.open(placeOfApiKey(orgId), sealed);
