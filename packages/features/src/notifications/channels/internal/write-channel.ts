import { newId, notificationChannels } from '@notafter/db';
import { type ChannelId, type ChannelSettings, channelQueue, DomainError, isComplete, mergeSettings } from '@notafter/domain';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { OrgContext, TransactionContext } from '../../../context.ts';
import { requestReview } from '../../../request-review.ts';
import { type ChannelRow, type ChannelView, requireChannel, viewOf } from './channel-view.ts';
import { sealChannel } from './sealed-settings.ts';
import { newSigningSecret } from './signing-secret.ts';

type Tx = TransactionContext<OrgContext>;

export interface SavedChannel {
  readonly channel: ChannelView;
  /** Set only by the save that first completes a webhook. */
  readonly signingSecret: string | null;
}

interface ChannelChange {
  readonly name?: string | undefined;
  readonly enabled?: boolean | undefined;
  /** A masked value, or a field left out, keeps what is stored. */
  readonly settings?: ChannelSettings | undefined;
  readonly inDefaultRoute?: boolean | undefined;
}

const isTaken = async ({ db, org }: Tx, name: string, id: ChannelId | null): Promise<boolean> => {
  const others = id === null ? undefined : ne(notificationChannels.id, id);
  const isNamed = sql`lower(${notificationChannels.name}) = lower(${name})`;
  const rows = await db
    .select({ id: notificationChannels.id })
    .from(notificationChannels)
    .where(and(eq(notificationChannels.orgId, org.id), isNamed, others));
  return rows.length > 0;
};

/** The name, or the next free one: `Slack 2`. */
const freeName = async (tx: Tx, name: string): Promise<string> => {
  let free = name;
  for (let n = 2; await isTaken(tx, free, null); n += 1) free = `${name} ${n}`;
  return free;
};

const write = async (tx: Tx, row: ChannelRow): Promise<ChannelId> => {
  const { type, name, enabled, inDefaultRoute, fields, signingSecrets } = row;
  const id = row.id ?? newId<'channel'>();
  const now = tx.clock.now();
  const queue = row.id === null ? channelQueue(type, id) : row.queue;
  const values = {
    name,
    enabled,
    inDefaultRoute,
    complete: isComplete(type, fields),
    sealedSettings: sealChannel(tx.auth, tx.org.id, queue, { fields, signingSecrets }),
    brokenAt: null,
    brokenReason: null,
    updatedAt: now,
  };
  if (row.id === null) await tx.db.insert(notificationChannels).values({ id, orgId: tx.org.id, type, queue, createdAt: now, ...values });
  else await tx.db.update(notificationChannels).set(values).where(eq(notificationChannels.id, id));
  return id;
};

/**
 * Changes a channel that the caller locked, or adds one. Retries a broken channel, and notifies a newly completed one of open
 * alerts. Throws `channel_plan`, `channel_exists` or `invalid_input`.
 */
export const writeChannel = async (tx: Tx, stored: ChannelRow, change: ChannelChange): Promise<SavedChannel & { changed: string[] }> => {
  const { type } = stored;
  const enabled = change.enabled ?? stored.enabled;
  if (change.enabled === true) requireChannel(tx.entitlements, type);
  const { settings: fields, problems } = mergeSettings(type, change.settings ?? {}, stored.fields);
  if (problems.length > 0) throw new DomainError('invalid_input', { details: problems });
  if (change.name !== undefined && (await isTaken(tx, change.name, stored.id))) throw new DomainError('channel_exists');
  const name = change.name ?? (stored.id === null ? await freeName(tx, stored.name) : stored.name);
  const signingSecret = type === 'webhook' && stored.signingSecrets.length === 0 && isComplete(type, fields) ? newSigningSecret() : null;
  const signingSecrets = signingSecret === null ? stored.signingSecrets : [{ secret: signingSecret, validUntil: null }];
  const inDefaultRoute = change.inDefaultRoute ?? stored.inDefaultRoute;
  const saved: ChannelRow = { ...stored, name, enabled, inDefaultRoute, fields, signingSecrets, brokenAt: null, brokenReason: null };
  const id = await write(tx, saved);
  await requestReview(tx, tx.org.id);
  const changed = Object.keys(fields).filter((field) => fields[field] !== (stored.fields[field] ?? ''));
  return { channel: viewOf({ ...saved, id }, tx), signingSecret, changed };
};
