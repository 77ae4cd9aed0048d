import { alertRouteChannels, type Executor, notificationChannels, organizations, users } from '@notafter/db';
import {
  type ChannelId,
  type ChannelQueue,
  type ChannelSettings,
  type ChannelState,
  type ChannelTrouble,
  type ChannelType,
  channelState,
  channelTrouble,
  channelTypes,
  DomainError,
  type Entitlements,
  isComplete,
  maskedSettings,
  type OrganizationId,
  plansWithChannel,
  traitsOf,
} from '@notafter/domain';
import { and, asc, eq, getTableColumns, inArray, isNotNull, sql } from 'drizzle-orm';
import type { OrgContext, TransactionContext } from '../../../context.ts';
import { openChannel, type StoredChannel } from './sealed-settings.ts';

export interface ChannelFieldView {
  readonly name: string;
  readonly label: string;
  readonly secret: boolean;
  /** The channel is complete without it. */
  readonly optional?: boolean;
  /** Masks a secret except its end; blank if none is stored. */
  readonly value: string;
}

export interface ChannelView {
  /** Null for a type that no channel was saved of. */
  readonly id: ChannelId | null;
  readonly type: ChannelType;
  readonly name: string;
  readonly enabled: boolean;
  readonly state: ChannelState;
  /** Whether it receives alerts that no route matches. */
  readonly inDefaultRoute: boolean;
  /** The number of routes that send to it. */
  readonly routeCount: number;
  /** Why delivery is paused; null if it is not. */
  readonly brokenReason: string | null;
  /** Why an enabled channel cannot deliver alerts, as the list's banner says it; null if it can, or is disabled. */
  readonly trouble: ChannelTrouble | null;
  /** Whether the current plan includes it. */
  readonly available: boolean;
  /** Plans on sale that include it. */
  readonly availableIn: readonly string[];
  readonly fields: readonly ChannelFieldView[];
}

/** A channel's row with its settings decrypted; blank settings if they cannot be decrypted. */
export interface ChannelRow extends StoredChannel {
  /** Null if it was never saved. */
  readonly id: ChannelId | null;
  readonly type: ChannelType;
  readonly name: string;
  readonly queue: ChannelQueue;
  readonly inDefaultRoute: boolean;
  readonly routeCount: number;
  readonly enabled: boolean;
  readonly brokenAt: Date | null;
  readonly brokenReason: string | null;
  readonly createdAt: Date | null;
}
/** One that is in the table. */
export type SavedChannelRow = ChannelRow & { readonly id: ChannelId };

type Ctx = Pick<OrgContext, 'auth' | 'log' | 'org'> & { readonly db: Executor };

/** A channel that is not in the table yet. */
export const newChannelRow = (type: ChannelType, fields: ChannelSettings = {}): ChannelRow => ({
  id: null,
  type,
  name: traitsOf(type).name,
  queue: type,
  inDefaultRoute: true,
  routeCount: 0,
  enabled: false,
  brokenAt: null,
  brokenReason: null,
  createdAt: null,
  fields,
  signingSecrets: [],
});

const routeCount = sql<number>`(select count(*)::int from ${alertRouteChannels} where ${alertRouteChannels.channelId} = ${notificationChannels.id})`;

const selectRows = (db: Executor) => db.select({ ...getTableColumns(notificationChannels), routeCount }).from(notificationChannels);
type Row = Awaited<ReturnType<typeof selectRows>>[number];

const openRow = ({ auth, log }: Ctx, { complete: _, updatedAt: __, orgId, sealedSettings, ...known }: Row): SavedChannelRow => {
  try {
    return { ...known, ...openChannel(auth, orgId, known.queue, sealedSettings) };
  } catch (err) {
    log.error({ err, orgId, channel: known.queue }, 'the stored settings of a channel cannot be read');
    return { ...known, fields: {}, signingSecrets: [] };
  }
};

/** Initial settings of the mail channel: the address of the organization's first admin. */
const firstAdminEmail = async (db: Executor, orgId: OrganizationId): Promise<string> => {
  const [first] = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.orgId, orgId), eq(users.role, 'admin'), isNotNull(users.activatedAt)))
    .orderBy(asc(users.id))
    .limit(1);
  return first?.email ?? '';
};

const orderOf = ({ type }: ChannelRow): number => channelTypes.indexOf(type);

/** Saved channels of these types, by type, oldest first. */
export const listSavedRows = async (ctx: Ctx, types: readonly ChannelType[] = channelTypes): Promise<SavedChannelRow[]> => {
  const rows = await selectRows(ctx.db)
    .where(and(eq(notificationChannels.orgId, ctx.org.id), inArray(notificationChannels.type, [...types])))
    .orderBy(asc(notificationChannels.createdAt), asc(notificationChannels.id));
  return rows.map((row) => openRow(ctx, row)).sort((one, other) => orderOf(one) - orderOf(other));
};

/** Saved channels of these types, and a blank one of each type that has none; in the order of types, oldest first. */
export const listChannelRows = async (ctx: Ctx, types: readonly ChannelType[] = channelTypes): Promise<ChannelRow[]> => {
  const saved = await listSavedRows(ctx, types);
  const missing = types.filter((type) => saved.every((row) => row.type !== type));
  const email = missing.includes('email') ? await firstAdminEmail(ctx.db, ctx.org.id) : '';
  const blank = missing.map((type) => newChannelRow(type, type === 'email' ? { email } : {}));
  return [...saved, ...blank].sort((one, other) => orderOf(one) - orderOf(other));
};

/** The first channel of each of these types, whether ever saved or not: calls by type mean these. */
export const listFirstRows = async (ctx: Ctx, types: readonly ChannelType[] = channelTypes): Promise<ChannelRow[]> => {
  const seen = new Set<ChannelType>();
  return (await listChannelRows(ctx, types)).filter(({ type }) => !seen.has(type) && seen.add(type));
};

/** Serializes changes of channels and routes. */
export const lockChannels = (tx: TransactionContext<OrgContext>): Promise<unknown> =>
  tx.db.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, tx.org.id)).for('no key update');

/** The first channel of a type, to change; serializes concurrent saves. */
export const lockFirstRow = async (tx: TransactionContext<OrgContext>, type: ChannelType): Promise<ChannelRow> => {
  await lockChannels(tx);
  const [row] = await listFirstRows(tx, [type]);
  return row ?? newChannelRow(type);
};

/** Throws `channel_not_found`, also for another organization's id. */
export const getChannelRowForOrg = async (ctx: Ctx, id: ChannelId): Promise<SavedChannelRow> => {
  const [row] = await selectRows(ctx.db).where(and(eq(notificationChannels.orgId, ctx.org.id), eq(notificationChannels.id, id)));
  if (row === undefined) throw new DomainError('channel_not_found');
  return openRow(ctx, row);
};

export const stateOf = ({ type, enabled, fields }: ChannelRow, { channels }: Entitlements): ChannelState =>
  channelState({ enabled, complete: isComplete(type, fields), available: channels.includes(type) });

type ViewContext = Pick<OrgContext, 'entitlements' | 'config'>;

export const viewOf = (row: ChannelRow, { entitlements, config }: ViewContext): ChannelView => {
  const { id, type, name, enabled, inDefaultRoute, routeCount: routes, fields, brokenAt, brokenReason } = row;
  const { channels } = entitlements;
  const enabledChannel = { type, complete: isComplete(type, fields), brokenAt };
  const { fields: traits } = traitsOf(type);
  const shown = maskedSettings(type, fields);
  return {
    id,
    type,
    name,
    enabled,
    state: stateOf(row, entitlements),
    inDefaultRoute,
    routeCount: routes,
    brokenReason: brokenAt === null ? null : (brokenReason ?? 'The receiver takes nothing any more.'),
    trouble: enabled ? channelTrouble(enabledChannel, { available: channels, sendsMail: config.sendsMail }) : null,
    available: channels.includes(type),
    availableIn: plansWithChannel(type),
    fields: traits.map((field) => ({ ...field, value: shown[field.name] ?? '' })),
  };
};

/** Throws `channel_plan` with the plans that include the channel. */
export const requireChannel = ({ channels }: Entitlements, type: ChannelType): void => {
  if (!channels.includes(type))
    throw new DomainError('channel_plan', { message: `Available in: ${plansWithChannel(type).join(', ')} plans` });
};
