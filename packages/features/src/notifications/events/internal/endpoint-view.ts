import { type Executor, type Transaction, webhookEndpoints } from '@notafter/db';
import { DomainError, type EventType, maskSecret, type WebhookEndpointId } from '@notafter/domain';
import { and, asc, eq } from 'drizzle-orm';
import type { OrgContext } from '../../../context.ts';
import { openEndpoint, type StoredEndpoint } from '../../channels/internal/sealed-settings.ts';

export interface WebhookEndpointView {
  readonly id: WebhookEndpointId;
  readonly name: string;
  /** Its host and the end of the address, the rest of which may be secret. */
  readonly url: string;
  readonly types: readonly EventType[];
  readonly enabled: boolean;
  readonly state: 'active' | 'disabled' | 'paused' | 'not_in_plan';
  /** Why delivery is paused until a save or a test; null if it is not. */
  readonly pausedReason: string | null;
  /** Of the failures since the last successful delivery. */
  readonly failingSince: Date | null;
  readonly createdAt: Date;
}

export type EndpointRow = typeof webhookEndpoints.$inferSelect;
type Ctx = Pick<OrgContext, 'auth' | 'log' | 'org' | 'entitlements'>;

/** Returns the address and secrets of an endpoint; blank if they were sealed with another SECRET_KEY. */
export const openRow = ({ auth, log }: Pick<Ctx, 'auth' | 'log'>, row: EndpointRow): StoredEndpoint => {
  try {
    return openEndpoint(auth, row.id, row.sealedSettings);
  } catch (err) {
    log.error({ err, endpointId: row.id }, 'the stored settings of a webhook endpoint cannot be decrypted');
    return { url: '', signingSecrets: [] };
  }
};

const stateOf = ({ entitlements }: Ctx, { enabled, brokenAt }: EndpointRow): WebhookEndpointView['state'] => {
  if (!entitlements.channels.includes('webhook')) return 'not_in_plan';
  if (!enabled) return 'disabled';
  return brokenAt === null ? 'active' : 'paused';
};

export const viewOfEndpoint = (ctx: Ctx, row: EndpointRow): WebhookEndpointView => {
  const { id, name, types, enabled, brokenAt, brokenReason, failingSince, createdAt } = row;
  return {
    id,
    name,
    url: maskSecret(openRow(ctx, row).url),
    types,
    enabled,
    state: stateOf(ctx, row),
    pausedReason: brokenAt === null ? null : (brokenReason ?? 'The endpoint takes nothing.'),
    failingSince,
    createdAt,
  };
};

export const listEndpointRows = ({ org }: Ctx, db: Executor): Promise<EndpointRow[]> =>
  db.select().from(webhookEndpoints).where(eq(webhookEndpoints.orgId, org.id)).orderBy(asc(webhookEndpoints.id));

type OfOrganization = { readonly org: Pick<OrgContext['org'], 'id'> };

const isOfOrg = ({ org }: OfOrganization, id: WebhookEndpointId) => and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.orgId, org.id));

/** Throws `webhook_endpoint_not_found`, also for another organization's id. */
export const getEndpointForOrg = async (ctx: OfOrganization, db: Executor, id: WebhookEndpointId): Promise<EndpointRow> => {
  const [row] = await db.select().from(webhookEndpoints).where(isOfOrg(ctx, id));
  if (row === undefined) throw new DomainError('webhook_endpoint_not_found');
  return row;
};

/** Same, locked until the commit. */
export const lockEndpointForOrg = async (
  ctx: OfOrganization & { readonly db: Transaction },
  id: WebhookEndpointId,
): Promise<EndpointRow> => {
  const [row] = await ctx.db.select().from(webhookEndpoints).where(isOfOrg(ctx, id)).for('no key update');
  if (row === undefined) throw new DomainError('webhook_endpoint_not_found');
  return row;
};
